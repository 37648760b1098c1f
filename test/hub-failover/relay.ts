// What stands between a hub and its database on the way, and can be broken: both sides find their connection gone, and no word was said.
import { connect, createServer, type Socket } from "node:net";

export interface Relay {
  readonly url: string;
  drop(): void;
  end(): void;
}

export async function startRelay(to: string): Promise<Relay> {
  const { port, hostname } = new URL(to);
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on("error", () => undefined).on("close", () => open.delete(socket));
  };
  const server = createServer((socket) => {
    const there = keep(connect(Number(port), hostname));
    keep(socket).pipe(there).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(to);
  url.port = String(typeof address === "object" ? address?.port : 0);
  const drop = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    url: url.href,
    drop,
    end: () => {
      drop();
      server.close();
    },
  };
}
