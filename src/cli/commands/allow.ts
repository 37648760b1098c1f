// holdfast allow once: a person lets through what a rule just stopped (RUL-5). The line of the rule and the session are on the
// screen, and a word of that line is typed: no option, pipe or agent answers.
import { allowOnce } from "../../compose/allowed-once.ts";
import { sayersOf, signedWords } from "../../config/policy.ts";
import { listField } from "../../memory/fields.ts";
import { isMemoryId } from "../../memory/ids.ts";
import { wordsToType } from "../../review/typed-word.ts";
import { LASTS_MINUTES, type Stopped } from "../../rules/once.ts";
import { type Firing, firingsIn } from "../../rules/told.ts";
import { nameOf } from "../../store/catalogue.ts";
import { type Found, resolve } from "../../store/resolve.ts";
import { bearsHandle } from "../../store/short-handle.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { secondOf } from "../../trust/transitions.ts";
import { EXIT } from "../exit.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip, projectWord } from "../tell.ts";
import { type Shown, unlessTyped } from "../typed-yes.ts";

const RECEIPTS = 1000;
const RECENT_MS = 3_600_000;

export const commands: Commands = {
  allow: {
    usage: "holdfast allow once [HANDLE | SESSION]",
    about: [
      `What a rule stopped last, in the last hour: lets it through for ${LASTS_MINUTES} minutes, for that session and that line of the rule.`,
      "A HANDLE, as the agent was told it, or the beginning of a SESSION names another than the last.",
    ],
    options: {},
    names: [1, 2],
    examples: ["holdfast allow once", "holdfast allow once m7k2"],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, names } = call;
  const [word, name] = names;
  if (word !== "once") return refuse("usage", `Expected once, found "${word}".`, "holdfast allow once");
  const firing = lastStopped(bench, name);
  if (isRefusal(firing)) return firing;
  const found = standing(bench, firing);
  if (isRefusal(found)) return found;
  const { policies, settings } = bench.here;
  if (settings.bounds.keepsRules && found.memory.scope === "org") {
    const [by] = sayersOf(policies, "keep-rules", settings.config);
    const message = `It is a rule of your organisation, which keeps its rules${by === undefined ? "" : ` (${signedWords(by)})`}.`;
    return refuse("not-allowed", message, "holdfast config explain keep-rules");
  }
  const ended = await unlessTyped(call, [shownOf(found, firing)]);
  if (ended !== undefined) return ended;
  const act = bench.actNow();
  const { host, session, line } = firing;
  const stopped: Stopped = { id: found.id, line, host, session };
  const refused = await allowOnce(bench.here, found.open, stopped, act);
  if (refused !== undefined) return refused;
  const until = secondOf(new Date(act.now.getTime() + LASTS_MINUTES * 60_000));
  if (out.options.json) out.json({ allowed: { ...stopped, until } });
  else out.line(`Allowed until ${until}, in that session: ${clip(line, out.columns)}`);
  return EXIT.done;
}

function lastStopped(bench: Invocation["bench"], name: string | undefined): Firing | Refusal {
  const { now } = bench.act;
  const recent = firingsIn(bench.receipts(RECEIPTS)).filter(
    ({ form, session, at }) =>
      (form === "deny" || form === "ask") && session !== "" && now.getTime() - Date.parse(at) < RECENT_MS,
  );
  const isMeant = ({ id, session }: Firing): boolean =>
    name === undefined || id === name || bearsHandle(id, name) || session.startsWith(name);
  const last = recent.find(isMeant);
  if (last !== undefined) return last;
  const which = name === undefined ? "" : ` that "${clip(name, 40)}" names`;
  return refuse("not-found", `In the last hour no rule${which} stopped anything.`, "holdfast rules why");
}

interface StandingRule extends Found {
  readonly id: Stopped["id"];
}

/** As the memory says it now: a receipt is only what is remembered. */
function standing(bench: Invocation["bench"], { id, line }: Firing): StandingRule | Refusal {
  const found = resolve(bench.stores(), id);
  const isThere =
    found.kind === "found" && found.memory.tier === "verified" && found.memory.id === id && isMemoryId(id);
  return isThere && listField(found.memory.document, "rule").some((each) => each.trim() === line)
    ? { ...found, id }
    : refuse("not-found", "The rule that stopped it is not in force any more; it stops nothing.", "holdfast rules");
}

function shownOf({ memory }: Found, { line, host, session, tool, at, project }: Firing): Shown {
  const where = project === undefined ? "" : ` in ${projectWord(project)}`;
  return {
    title: `Let through for ${LASTS_MINUTES} minutes, in one session:`,
    lines: [`| ${line}`, `| ${nameOf(memory)}`, `${host}, session ${session}${where}`, `stopped ${tool} at ${at}`],
    words: wordsToType(line),
  };
}
