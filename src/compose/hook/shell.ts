// The readers of shell lines, loaded only for a line that may concern us.
export { readShell } from "../../guard/shell/read.ts";
export { readWindows } from "../../guard/shell/read-windows.ts";
