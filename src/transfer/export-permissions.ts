// Rules for a host's own permission system (RUL-9): those in force here today, each in the host's words, and by name those that
// it can't say. It reaches whoever has the file, so a memory that is flagged is left out, as in an instruction file (CHK-13).
import { permissions as claude } from "../hosts/claude/permissions.ts";
import { permissions as codex } from "../hosts/codex/permissions.ts";
import { permissions as copilot } from "../hosts/copilot/permissions.ts";
import { permissions as gemini } from "../hosts/gemini/permissions.ts";
import { type HostPermissions, isUnsayable, type Permission, type Unsayable, unsayable } from "../hosts/permissions.ts";
import { listField, textField } from "../memory/fields.ts";
import { EFFECTS, type Stop } from "../memory/rule.ts";
import { mayExcept, type Standing } from "../rules/decide.ts";
import { standingRules } from "../rules/standing.ts";
import { handleOf, type Memory, nameOf, readCatalogue, stemOf } from "../store/catalogue.ts";
import type { Act, OpenStores } from "../store/context.ts";
import { forFile, forTerminalLine } from "../text/sanitise.ts";
import { flagged, inOrder, type LeftOut } from "./export-rules.ts";

export const PERMISSION_HOSTS: Readonly<Record<string, HostPermissions>> = {
  "claude-permissions": claude,
  "codex-permissions": codex,
  "copilot-permissions": copilot,
  "gemini-permissions": gemini,
};

export interface Unsaid {
  readonly stem: string;
  /** The line of the rule. */
  readonly line: string;
  readonly why: string;
}

export interface Permissions {
  readonly said: readonly Permission[];
  readonly unsaid: readonly Unsaid[];
  readonly leftOut: readonly LeftOut[];
}

export function permissionsFor(
  stores: OpenStores,
  host: HostPermissions,
  { project, act }: { readonly project: string | undefined; readonly act: Act },
): Permissions {
  const standing = standingRules(
    stores.flatMap(({ store }) => readCatalogue(store).memories),
    act.now,
  ).filter(({ source }) => isHere(source, project));
  const sorted = standing.toSorted((a, b) => inOrder(a.source, b.source));
  const kept = sorted.filter(({ source }) => flagged(source, act) === undefined);
  const each = kept.flatMap((rule) =>
    rule.rule.stops.map((stop) => ({ stem: stemOf(rule.source), stop, said: saidBy(host, rule, stop, standing) })),
  );
  // Of what two rules say in the same words, the stricter one is written.
  const said = each
    .toSorted((a, b) => EFFECTS.indexOf(a.stop.effect) - EFFECTS.indexOf(b.stop.effect))
    .flatMap((one) => (isUnsayable(one.said) ? [] : one.said));
  return {
    said: said.filter(({ text }, at) => said.findIndex((other) => other.text === text) === at),
    unsaid: each.flatMap(({ stem, stop, said: one }) =>
      isUnsayable(one) ? [{ stem, line: stop.said, why: one.why }] : [],
    ),
    leftOut: sorted.flatMap(({ source }) => {
      const why = flagged(source, act);
      return why === undefined ? [] : [{ stem: stemOf(source), why }];
    }),
  };
}

function isHere({ document, scope }: Memory, project: string | undefined): boolean {
  const about = textField(document, "project");
  return scope === "shared" || about === undefined || about === project;
}

function saidBy(
  host: HostPermissions,
  one: Standing<Memory>,
  stop: Stop,
  all: readonly Standing<Memory>[],
): readonly Permission[] | Unsayable {
  const { rule, source } = one;
  const { document, scope } = source;
  if (stop.effect === "remind") return unsayable("a reminder stops nothing");
  if (textField(document, "branch") !== undefined) return unsayable("it holds on one branch");
  if (listField(document, "paths").length > 0) return unsayable("it is about some files");
  const isEverywhere = scope !== "shared" && textField(document, "project") === undefined;
  if (host.place === "own-folder" && !isEverywhere) return unsayable("it holds in this project, the file everywhere");
  // No host has an exception that allows no more than the exception says.
  const excepting = all.filter((each) => mayExcept(each, one));
  if (excepting.some((each) => each.rule.unless.some(({ on }) => on === stop.clause.on)))
    return unsayable("it has an exception");
  return host.say(stop, becauseOf(source, rule.instead));
}

function becauseOf(memory: Memory, instead: string | undefined): string {
  const name = forTerminalLine(forFile(nameOf(memory)), { max: 120 });
  const rather = instead === undefined ? "" : ` Instead: ${forTerminalLine(forFile(instead), { max: 200 })}.`;
  return `${name}.${rather} (Holdfast ${handleOf(memory)})`;
}
