// The audit, newest first. What is on the screen is followed link by link here, by the browser's own digests: what the hub says of its
// chain is not taken on its word (HUB-11).
import { make } from "../../src/web/page/dom.ts";
import type { Overview } from "../protocol.ts";
import { ask, askLines, session, shown } from "./api.ts";
import { digestHex, isSecure } from "./digest.ts";
import type { MemberRow } from "./members.ts";
import { button, type Cell, hint, notice, show, table, tell } from "./parts.ts";
import { counted, taken, timeOf } from "./shell.ts";
import { TEXT } from "./wording.ts";

const ON_A_PAGE = 50;
const AT_ONCE = 1000;
/** As hub/src/audit.ts begins it. */
const FIRST = "holdfast audit 1";

interface Line {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly device?: string;
  readonly action: string;
  readonly about: Readonly<Record<string, unknown>>;
}

interface Linked {
  readonly line: string;
  readonly link: string;
}

interface Followed {
  readonly lines: readonly Line[];
  readonly last: string | undefined;
  /** Number of the first line that does not follow. */
  readonly broken: number | undefined;
}

/** Links that a page before this one ended with, by number: an older page has to lead to a newer one. */
const known = new Map<string, string>();

function keyOf(n: number): string {
  return `${session()?.tenant} ${n}`;
}

export async function showAudit(to?: number): Promise<void> {
  const told = taken(await ask<Overview>("GET", "/overview"));
  const listed = told && taken(await ask<{ readonly members: readonly MemberRow[] }>("GET", "/members"));
  if (told === undefined || listed === undefined) return;
  known.set(keyOf(told.audit.n), told.audit.chain);
  const end = Math.min(to ?? told.audit.n, told.audit.n);
  const begin = Math.max(1, end - ON_A_PAGE + 1);
  // One line more, which the first of these follows from.
  const since = Math.max(0, begin - 2);
  const got = taken(await askLines(`/audit?since=${since}&limit=${Math.max(1, end - since)}`));
  if (got === undefined) return;
  const followed = await follow(got.map(parsed), undefined);
  const names = new Map(listed.members.map(({ member, name }) => [`${member}`, name]));
  const lines = followed.lines.filter(({ n }) => n >= begin).toReversed();
  const broken = followed.broken ?? (isKnown(end, followed.last) ? undefined : end);
  const [first] = got.map(parsed);
  if (first !== undefined && begin > 1) known.set(keyOf(begin - 1), first.link);
  const columns = [TEXT.line, TEXT.when, TEXT.who, TEXT.what, TEXT.about];
  const rows = lines.map((line): readonly Cell[] => cellsOf(line, names));
  const turn = make("p", { class: "buttons" }, [
    ...(end < told.audit.n ? [button(TEXT.newer, () => showAudit(end + ON_A_PAGE))] : []),
    ...(begin > 1 && lines.at(-1)?.n === begin ? [button(TEXT.older, () => showAudit(begin - 1))] : []),
    button(TEXT.checkAll, () => checkAll(told.audit)),
  ]);
  show(TEXT.views.audit, [
    ...verdict(broken, lines),
    turn,
    table(columns, rows, TEXT.noLines),
    hint(TEXT.keepElsewhere),
  ]);
}

function verdict(broken: number | undefined, lines: readonly Line[]): readonly HTMLElement[] {
  const [newest, oldest] = [lines.at(0)?.n ?? 0, lines.at(-1)?.n ?? 0];
  if (!isSecure()) return [notice(TEXT.insecure)];
  if (broken === undefined) return [hint(TEXT.follows(oldest, newest))];
  const told = notice(TEXT.brokenAt(broken));
  told.classList.add("bad");
  told.setAttribute("role", "alert");
  return [told];
}

function isKnown(n: number, link: string | undefined): boolean {
  const there = known.get(keyOf(n));
  return !isSecure() || there === undefined || link === undefined || there === link;
}

function cellsOf({ n, at, by, device, action, about }: Line, names: ReadonlyMap<string, string>): readonly Cell[] {
  const [kind, id = ""] = by.split(":");
  const who = names.get(id) ?? id;
  const said = Object.entries(about).map(([name, value]) => {
    const text = typeof value === "string" ? (names.get(value) ?? value) : wordsOf(value);
    return make("li", { text: `${name}: ${text.length > 120 ? `${text.slice(0, 120)} ...` : text}` });
  });
  const asked = [who === "" ? (kind ?? by) : `${who} (${kind})`, ...(device === undefined ? [] : [device])].join(", ");
  return [counted(n), timeOf(at), asked, action, make("ul", {}, said)];
}

function wordsOf(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : JSON.stringify(value);
}

function parsed(text: string): Linked {
  return JSON.parse(text) as Linked;
}

/** `before`: the link that the first of them follows from. Without it the first is believed, unless it is the very first. */
async function follow(got: readonly Linked[], before: string | undefined): Promise<Followed> {
  const lines = got.map(({ line }) => JSON.parse(line, shown) as Line);
  if (!isSecure()) return { lines, last: got.at(-1)?.link, broken: undefined };
  let link = before ?? (lines[0]?.n === 1 ? await digestHex(FIRST) : undefined);
  for (const [at, { line, link: said }] of got.entries()) {
    const n = lines[at]?.n ?? 0;
    const isNext = at === 0 || n === (lines[at - 1]?.n ?? 0) + 1;
    if (!isNext || (link !== undefined && (await digestHex(link + (await digestHex(line)))) !== said))
      return { lines, last: said, broken: n };
    link = said;
  }
  return { lines, last: link, broken: undefined };
}

async function checkAll({ n: head, chain }: Overview["audit"]): Promise<void> {
  let [from, count, first, before] = [0, 0, 1, undefined as string | undefined];
  while (from < head) {
    const got = taken(await askLines(`/audit?since=${from}&limit=${Math.min(AT_ONCE, head - from)}`));
    if (got === undefined) return;
    const { lines, last, broken } = await follow(got.map(parsed), before);
    if (broken !== undefined) return tell(TEXT.brokenAt(broken));
    if (count === 0) first = lines[0]?.n ?? 1;
    if (lines.length === 0 || (count > 0 && lines[0]?.n !== from + 1)) return tell(TEXT.brokenAt(from + 1));
    count += lines.length;
    from = lines.at(-1)?.n ?? head;
    before = last;
    tell(TEXT.checked(count));
  }
  tell(before === chain || head === 0 ? TEXT.allFollow(count, first) : TEXT.brokenAt(head));
}
