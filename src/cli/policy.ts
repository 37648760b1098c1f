// holdfast config --in STORE list | set KEY VALUE: an organisation's policy (HUB-10). An admin reads the whole of what everybody's
// machine will hold to, old beside new, and types a word of it; nothing else signs one.
import { mirrorsAt } from "../compose/mirrors.ts";
import { type Declaring, declarePolicy, inForce, planPolicy } from "../compose/policies.ts";
import { ANY, POLICY_KEYS, type PolicySettings, policyWord, takenBy } from "../config/policy.ts";
import { HOSTS, hostNamed } from "../hosts/index.ts";
import { wordsToType } from "../review/typed-word.ts";
import type { OpenStore } from "../store/context.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { EXIT } from "./exit.ts";
import type { Ended, Invocation } from "./spec.ts";
import { clip } from "./tell.ts";
import { type Shown, unlessTyped } from "./typed-yes.ts";

const TOKEN = 28;

export async function ofPolicy(call: Invocation, store: string): Promise<Ended> {
  const [what = "list", key, value] = call.names;
  const open = call.bench.storeIn(store);
  if (isRefusal(open)) return open;
  if (what === "list") return listed(call, open);
  if (what !== "set") {
    const message = `config --in takes list or set; found "${clip(what, 40)}".`;
    return refuse("usage", message, "holdfast config --in org list");
  }
  if (key === undefined || value === undefined)
    return refuse("usage", "Which key, and which value?", "holdfast config --in org set observer off");
  return await signed(call, open, key, value);
}

function listed({ out }: Invocation, { devices, mirrored }: OpenStore): Ended {
  const { policies, signers } = inForce(devices);
  if (out.options.json) {
    out.json({ policies, signers: [...signers] });
    return EXIT.done;
  }
  for (const { number, by, date, settings } of policies) {
    out.line(`${mirrored?.name ?? ""}: policy ${number}, signed by ${by} on ${date}`);
    for (const [key, value] of Object.entries(settings)) out.line(`  ${key.padEnd(TOKEN)} ${policyWord(value)}`);
    if (Object.keys(settings).length === 0) out.line("  It asks for nothing.");
  }
  if (policies.length === 0) out.line(`${mirrored?.name ?? ""} has no policy.`);
  out.note();
  out.note("It may say:");
  for (const row of POLICY_KEYS) out.note(`  ${row.name.padEnd(TOKEN)} ${takenBy(row)}`);
  return EXIT.done;
}

async function signed(call: Invocation, open: OpenStore, key: string, value: string): Promise<Ended> {
  const { bench, out } = call;
  const stopped = key === "agents" ? unlessAgents(value) : undefined;
  const plan = stopped ?? planPolicy(open, key, value, bench.act);
  if (isRefusal(plan)) return plan;
  const ended = await unlessTyped(call, [shownOf(plan, key, open)]);
  if (ended !== undefined) return ended;
  const at = mirrorsAt(bench.here.places).find(({ root }) => root === open.store.info.root);
  if (at === undefined) return refuse("no-store", "The organisation was left meanwhile.");
  const refused = await declarePolicy(plan, at, bench.here.places.data, bench.actNow());
  if (refused !== undefined) return refused;
  if (out.options.json) out.json({ number: plan.number, settings: plan.after });
  out.note(
    `${out.paint("green", "signed")}  policy ${plan.number}. It goes to the others with the next \`holdfast sync\`.`,
  );
  return EXIT.done;
}

/** One who is misspelt would be shut out everywhere. */
function unlessAgents(value: string): Refusal | undefined {
  if (value === ANY || value === "none") return undefined;
  const wrong = value.split(",").find((name) => hostNamed(name.trim()) === undefined);
  const all = HOSTS.map(({ name }) => name).join(", ");
  return wrong === undefined
    ? undefined
    : refuse("usage", `There is no agent "${clip(wrong, 40)}".`, `There are: ${all}`);
}

/** Old beside new, key by key. */
function shownOf({ before, after, number }: Declaring, key: string, { mirrored }: OpenStore): Shown {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  const line = (name: string): string => {
    const [old, next] = [before, after].map((each: PolicySettings) => policyWord(each[name]));
    return old === next ? `| ${name.padEnd(TOKEN)} ${next}` : `| ${name.padEnd(TOKEN)} ${old} -> ${next}`;
  };
  return {
    title: `Policy ${number} of ${mirrored?.name ?? ""}, for everybody who has its store:`,
    lines: keys.length === 0 ? ["| it asks for nothing"] : keys.map(line),
    words: wordsToType(`${key} ${policyWord(after[key])}`),
  };
}
