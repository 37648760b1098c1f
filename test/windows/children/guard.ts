// In node.exe: what the hook answers to many calls of a tool, in one process, for a start costs a second here. Calls come on stdin,
// `true` for each that is refused goes out. HOLDFAST's places are this environment's, as a terminal has them.
import { text } from "node:stream/consumers";
import { answer } from "../../../src/hook/answer.ts";
import type { Call } from "../spellings.ts";

interface Given {
  readonly cwd: string;
  readonly calls: readonly Call[];
}

const { cwd, calls } = JSON.parse(await text(process.stdin)) as Given;
const refusals: boolean[] = [];
for (const { tool, input } of calls) {
  const event = { session_id: "s", cwd, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input };
  const said = await answer(["--host", "claude"], JSON.stringify(event), process.env);
  refusals.push(said.out.includes('"deny"'));
}
process.stdout.write(JSON.stringify(refusals));
