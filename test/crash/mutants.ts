// A store whose writer breaks the protocol on purpose: it writes over the file itself, a few bytes at a time.
import fs from "node:fs";
import type { OpenStore } from "../../src/store/context.ts";
import type { Change, StoreWriter } from "../../src/store/memory-store.ts";

const CHUNK = 16;

export function inPlace(open: OpenStore): OpenStore {
  const { store } = open;
  const root = store.info.root;
  const worse = (writer: StoreWriter): StoreWriter => ({
    state: (statement, presence) => writer.state(statement, presence),
    takeBack: (statement) => writer.takeBack(statement),
    keepOnly: (statement) => writer.keepOnly(statement),
    apply: (change) =>
      change.kind === "create" || change.kind === "rewrite" ? overwrite(root, change) : writer.apply(change),
    createEach: (changes) => writer.createEach(changes),
    rewriteEach: (changes) => writer.rewriteEach(changes),
  });
  return {
    ...open,
    store: {
      info: store.info,
      statements: (id) => store.statements(id),
      latestStatements: (id) => store.latestStatements(id),
      pastStatements: (id) => store.pastStatements(id),
      standingStatements: (id) => store.standingStatements(id),
      unreadStatements: (id) => store.unreadStatements(id),
      raws: () => store.raws(),
      list: () => store.list(),
      archived: () => store.archived(),
      stamps: (depth) => store.stamps(depth),
      read: (spot) => store.read(spot),
      readEach: (spots) => store.readEach(spots),
      withLock: (act) => store.withLock((writer) => act(worse(writer))),
    },
  };
}

function overwrite(root: string, { place, file, text }: Extract<Change, { kind: "create" | "rewrite" }>): undefined {
  const fd = fs.openSync(`${root}/${place}/${file}`, "w", 0o600);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += CHUNK) {
    fs.writeSync(fd, bytes, at, Math.min(CHUNK, bytes.length - at));
  }
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}
