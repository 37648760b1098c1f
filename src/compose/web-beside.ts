// The review in the browser, on the same terminal (REV-2). It asks for itself who sits there; nothing that is passed here
// says so. The channel between the two is only there to end: however this command ends, the server notices.
import { runBeside } from "./beside.ts";

export function startWeb(args: readonly string[], store: string | undefined): Promise<number> {
  return runBeside("web.mjs", args, store, ["inherit", "inherit", "inherit", "ipc"]);
}
