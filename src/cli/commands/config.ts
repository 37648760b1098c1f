// holdfast config list | get KEY | set KEY VALUE | explain KEY; with --in, an organisation's policy (HUB-10)

import { requiredSince } from "../../compose/presence.ts";
import {
  allowedValues,
  CONFIG_KEYS,
  type Config,
  effectiveConfig,
  parseConfig,
  setConfigValue,
} from "../../config/config.ts";
import {
  ANY,
  POLICY_KEYS,
  type Policy,
  policyWord,
  sayersOf,
  settingsWords,
  signedWords,
} from "../../config/policy.ts";
import { refuse } from "../../text/errors.ts";
import { nearest } from "../../text/nearest.ts";
import { IN } from "../chosen-store.ts";
import { EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import { beside } from "../output.ts";
import { switchPresence } from "../presence.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { paragraph } from "../tell.ts";

export const commands: Commands = {
  config: {
    usage: "holdfast config list | get KEY | set KEY VALUE | explain KEY",
    about: [
      "`explain` says what a setting is for, what counts here, and who decided it.",
      "With `--in org`, an admin of the organisation: `list` shows its policy, which holds above everybody's settings and only makes them stricter; `set` signs the next one, and `set KEY any` takes a key out.",
    ],
    options: { in: { ...IN, help: "The policy of your organisation: --in org" } },
    names: [0, 3],
    examples: [
      "holdfast config list",
      "holdfast config set session-start-tokens 800",
      "holdfast config explain observer",
      "holdfast config --in org set observer off",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const [what, key, value] = call.names;
  if (typeof call.options["in"] === "string")
    return await (await import("../policy.ts")).ofPolicy(call, call.options["in"]);
  // Which key signs is no line in a file: it takes the person and the key (SYN-20a).
  const stopped =
    what === "set" && key === "signing" ? await (await import("../signing.ts")).switched(call, value) : undefined;
  return stopped ?? (await act(call, call.names)) ?? EXIT.done;
}

type Stopped = Ended | undefined | Promise<Ended | undefined>;

function act(call: Invocation, [what = "list", key, value]: readonly string[]): Stopped {
  switch (what) {
    case "list":
      return listAll(call);
    case "get":
      return withKey(key, (known) => print(call, known));
    case "explain":
      if (key !== undefined && isBound(key)) return explainBound(call, key);
      return withKey(key, (known) => explain(call, known));
    case "set":
      return withKey(key, (known) => set(call, known, value));
    default:
      return refuse("usage", `config takes list, get, set or explain; found "${what}".`, "holdfast config --help");
  }
}

function withKey(key: string | undefined, then: (key: keyof Config) => Stopped): Stopped {
  const row = CONFIG_KEYS.find((each) => each.name === key);
  if (row !== undefined) return then(row.name);
  if (key === undefined) return refuse("usage", "Which key?", "holdfast config list");
  const near = nearest(
    key,
    CONFIG_KEYS.map((each) => each.name),
  );
  return refuse(
    "usage",
    `There is no setting "${key}".${near === undefined ? "" : ` Did you mean ${near}?`}`,
    "holdfast config list",
  );
}

function listAll({ bench, out }: Invocation): undefined {
  const { config, warnings, tightenedBy } = bench.here.settings;
  if (out.options.json)
    out.json({ config, warnings, tightenedBy, policies: bench.here.policies, path: bench.configText.path });
  else {
    for (const { name } of CONFIG_KEYS) out.line(`${name.padEnd(24)} ${shown(config[name])}`);
    for (const warning of warnings) {
      const label = `${out.paint("yellow", "warning")}  `;
      for (const line of beside(label, 9, warning.message, out.columns)) out.line(line);
    }
    if (config.presence !== "required" && requiredSince(bench.here.places) !== undefined) out.line(UNSAID);
    for (const policy of bench.here.policies)
      out.line(`${out.paint("dim", "policy")}   ${signedWords(policy)}: ${settingsWords(policy.settings)}`);
    for (const line of tightenedBy) out.line(`${out.paint("dim", "project")}  ${line}`);
    out.note(out.paint("dim", bench.configText.path));
  }
  return undefined;
}

const UNSAID =
  "presence was required by you and still is, though the configuration does not say so: holdfast config set presence required|optional";

function print({ bench, out }: Invocation, key: keyof Config): undefined {
  const value = bench.here.config[key];
  if (out.options.json) out.json({ [key]: value });
  else out.line(shown(value));
  return undefined;
}

function explain({ bench, out }: Invocation, key: keyof Config): undefined {
  const row = CONFIG_KEYS.find((each) => each.name === key);
  if (row === undefined) return undefined;
  const { policies, user } = bench.here;
  const { config } = bench.here.settings;
  const sayers = sayersOf(policies, key, config);
  if (out.options.json) out.json({ ...row, value: config[key], policies: sayers });
  else {
    out.line(`${out.paint("bold", key)}   default ${shown(row.default)}`);
    paragraph(out, `${row.summary} Takes ${allowedValues(row)}.`, "  ");
    const whose = user.values[key] === undefined ? "the default" : "yours";
    const own = effectiveConfig(user).config[key];
    if (shown(config[key]) === shown(own)) out.line(`  Here it is ${shown(config[key])}, ${whose}.`);
    else out.line(`  Here it is ${shown(config[key])}; ${whose} is ${shown(own)}.`);
    said(sayers, key, out);
  }
  return undefined;
}

/** What only a policy speaks of. */
function explainBound({ bench, out }: Invocation, key: string): undefined {
  const row = POLICY_KEYS.find(({ name }) => name === key);
  if (row === undefined) return undefined;
  const sayers = sayersOf(bench.here.policies, key, bench.here.settings.config);
  if (out.options.json) out.json({ name: key, summary: row.summary, policies: sayers });
  else {
    out.line(`${out.paint("bold", key)}   set by an organisation alone`);
    paragraph(out, row.summary, "  ");
    if (sayers.length === 0) out.line(`  Here it is ${ANY}: no policy speaks of it.`);
    said(sayers, key, out);
  }
  return undefined;
}

function isBound(key: string): boolean {
  return POLICY_KEYS.some(({ name }) => name === key) && !CONFIG_KEYS.some(({ name }) => name === key);
}

function said(sayers: readonly Policy[], key: string, out: Output): void {
  for (const policy of sayers) {
    const { settings } = policy;
    const what = settings[key] === undefined ? settingsWords(settings) : `${key} ${policyWord(settings[key])}`;
    paragraph(out, `${signedWords(policy)}: ${what}`, "  ");
  }
}

function shown(value: Config[keyof Config]): string {
  if (typeof value !== "object") return String(value);
  return value.length === 0 ? "none" : value.join(",");
}

async function set(call: Invocation, key: string, value: string | undefined): Promise<Ended | undefined> {
  const { bench, out } = call;
  if (value === undefined) return refuse("usage", `Which value for ${key}?`, `holdfast config explain ${key}`);
  const changed = setConfigValue(bench.configText.read(), key, value);
  if ("kind" in changed) return changed;
  const stopped = key === "presence" ? await switchPresence(call, value) : undefined;
  if (stopped !== undefined) return stopped;
  bench.configText.write(changed.text);
  out.note(`${out.paint("green", "set")}  ${key} ${value}`);
  const { policies } = bench.here;
  const own = parseConfig(changed.text, "user");
  const { config } = effectiveConfig(own, undefined, policies);
  const isOther = shown(config[key as keyof Config]) !== shown(effectiveConfig(own).config[key as keyof Config]);
  if (isOther) said(sayersOf(policies, key, config), key, out);
  if (key === "signing-key") out.note("It signs once you pin it: holdfast config set signing ssh");
  return undefined;
}
