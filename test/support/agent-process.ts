// An ssh-agent of its own process: agent-process.ts SOCKET plain|ed25519|ecdsa honest|other-words|untouched. It prints its key's line.
import { plainKey, securityKey, startAgent, TOUCHED, toSign } from "./security-key.ts";

const [socket = "", kind = "", how = ""] = process.argv.slice(2);
const flags = how === "untouched" ? 0 : TOUCHED;
const key = kind === "plain" ? plainKey() : securityKey(kind === "ecdsa" ? "ecdsa" : "ed25519", () => flags);
await startAgent(socket, key, how === "other-words" ? toSign("other words") : undefined);
process.stdout.write(`${key.line}\n`);
