// What the cases push: texts of memories, and whole stores of people who have signed in them.
import { createPrivateKey, type KeyObject } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Change, Changes, Head, PushChange } from "../../hub/protocol.ts";
import { EMPTY_HEAD, leafOf, linkOf } from "../../hub/protocol.ts";
import { type Client, put } from "../../hub/test/client.ts";
import { kindOf } from "../../src/sync/paths.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { type Member, TEAM_STORE } from "../support/team.ts";

export const PROJECT: string = `project/${TEAM_STORE}`;
export const MARKER: string = markerText(TEAM_STORE);

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** An id of its own for each number. */
export function idFor(n: number): string {
  let text = "";
  for (let left = n; text.length < 8; left = Math.floor(left / 32)) text = `${DIGITS[left % 32]}${text}`;
  return `01JCQ0Z8M4X5T6V7W8${text}`;
}

export function memoryText(
  n: number,
  body = `The service number ${n} logs to the standard output.`,
  more: readonly string[] = [],
): string {
  const tier = more.some((line) => line.startsWith("trust-level")) ? [] : ["trust-level: inferred"];
  return [
    "---",
    `name: service_${n}`,
    `description: where service ${n} logs to`,
    "type: project",
    `id: ${idFor(n)}`,
    ...tier,
    ...more,
    "---",
    "",
    body,
    "",
  ].join("\n");
}

export function memoryPath(n: number): string {
  return `memories/project_service_${n}.md`;
}

export function marker(): PushChange {
  return put("holdfast.json", MARKER);
}

/** Of a store that is called by this id. */
export function markerOf(id: string): PushChange {
  return put("holdfast.json", markerText(id));
}

function markerText(id: string): string {
  return `${JSON.stringify({ format: 1, "store-id": id })}\n`;
}

/** Every file of a person's shared store that a carrier carries. */
export function filesOf({ project }: Pick<Member, "project">): ReadonlyMap<string, Buffer> {
  return filesBelow(join(project, ".holdfast"));
}

export function filesBelow(root: string): ReadonlyMap<string, Buffer> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map((each) => relative(root, join(each.parentPath, each.name)));
  return new Map(
    paths.filter((path) => kindOf(path) !== undefined).map((path) => [path, readFileSync(join(root, path))]),
  );
}

/** What changed since, as a push. */
export function changesBetween(
  before: ReadonlyMap<string, Buffer>,
  after: ReadonlyMap<string, Buffer>,
): readonly PushChange[] {
  const put_ = [...after]
    .filter(([path, bytes]) => before.get(path)?.equals(bytes) !== true)
    .map(([path, bytes]) => put(path, bytes, before.get(path) ?? null));
  const gone = [...before]
    .filter(([path]) => !after.has(path))
    .map(([path, bytes]): PushChange => ({ path, replaces: sha256Hex(bytes), gone: true }));
  return [...put_, ...gone];
}

export function keyOf({ home }: Pick<Member, "home">): KeyObject {
  return createPrivateKey(readFileSync(join(home, ".local", "share", "holdfast", "device-key.pem")));
}

export interface Pulled {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly head: Head;
  readonly pages: number;
}

/** As a client pulls: page by page, each leaf held against what came, the chain against the head. */
export async function pull(client: Client, tenant: string, store: string, token: string, limit = 500): Promise<Pulled> {
  const files = new Map<string, Buffer>();
  let { seq, chain } = EMPTY_HEAD;
  for (let pages = 1; ; pages++) {
    const path = `/v1/${tenant}/stores/${encodeURIComponent(store)}/changes?since=${seq}&limit=${limit}`;
    const answer = await client.ask("GET", path, { token });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    const page = answer.body as Changes;
    if (page.leaves.length !== page.next - seq) throw new Error("a link is missing");
    for (const change of page.changes) take(files, change, page.leaves[change.seq - seq - 1]);
    for (const leaf of page.leaves) chain = linkOf(chain, leaf);
    seq = page.next;
    if (seq < page.head.seq) continue;
    if (chain !== page.head.chain) throw new Error("the chain does not lead to the head");
    return { files, head: page.head, pages };
  }
}

function take(files: Map<string, Buffer>, change: Change, leaf: string | undefined): void {
  const { path, seq } = change;
  const hash = "hash" in change ? change.hash : null;
  if (leafOf(seq, path, hash) !== leaf) throw new Error(`the chain says something else of ${path}`);
  if (!("hash" in change)) {
    files.delete(path);
    return;
  }
  const bytes = Buffer.from(change.bytes, "base64");
  if (sha256Hex(bytes) !== hash) throw new Error(`${path} is not what its hash says`);
  files.set(path, bytes);
}
