// What the review in the browser plugs in. The channel "web" exists only here, and only after this very process has found
// a person at its terminal (TRU-20, TRU-22): whoever starts it, and whatever they pass, is asked the same.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Passkey } from "../attest/presence.ts";
import { descend, parentOf } from "../disk/paths.ts";
import { HOSTS } from "../hosts/index.ts";
import { keep, readKept } from "../people/io/passkey.ts";
import { projectFiles } from "../recall/io/project-files.ts";
import { readReceipts } from "../recall/io/receipts.ts";
import { outdatedIn } from "../recall/outdated.ts";
import type { DeskPorts } from "../review/desk.ts";
import type { ReviewWanted } from "../review/survey.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { once } from "../text/values.ts";
import { seenHere } from "../trust/io/person/seen.ts";
import { loadedOrNot } from "./checks.ts";
import { hereFrom } from "./here.ts";
import { storesAt } from "./stores.ts";
import type { WholeStore } from "./whole.ts";

/** What the page is made of, by the path that asks for it. */
export type PageFiles = Readonly<
  Record<
    string,
    { readonly type: "text/html" | "text/css" | "text/javascript" | "image/svg+xml"; readonly body: string }
  >
>;

export interface ForPerson {
  readonly kind: "for-person";
  readonly desk: DeskPorts;
  /** Loaded and read when it is first asked for. */
  whole(): Promise<WholeStore>;
}

export async function openForPerson(wanted: ReviewWanted): Promise<ForPerson | Refusal> {
  const seen = seenHere(HOSTS);
  if (seen.kind === "agent") {
    return refuse("needs-person", "The page in the browser is a person's.", seen.remedy, [`${seen.because}.`]);
  }
  const here = hereFrom({ env: process.env, cwd: process.cwd() });
  const stores = storesAt(here, "writer", () => new Date());
  const second = await loadedOrNot();
  const { project, places } = here;
  const desk: DeskPorts = {
    stores: stores.shownTo("web"),
    personal: stores.personal,
    project: project?.id,
    wanted,
    act: () => stores.act("web", new Date(), second),
    git: async () => (await import("../store/io/git-history.ts")).gitHistory,
    around: () => ({
      receipts: readReceipts(places.state, { limit: Number.POSITIVE_INFINITY }),
      isOutdated: project === undefined ? undefined : outdatedIn(project.id, projectFiles(project.root)),
    }),
  };
  const whole = once(async () => (await import("./whole.ts")).openWhole(here, desk));
  return { kind: "for-person", desk, whole };
}

/** The person's passkey, beside the device key (SYN-20b). */
export function openPasskeys(): { read(): Passkey | undefined; keep(passkey: Passkey): void } {
  const { data } = hereFrom({ env: process.env }).places;
  return {
    read: () => readKept(data).passkey,
    keep: (passkey) => keep(data, { ...readKept(data), passkey }),
  };
}

const PAGE: Readonly<Record<string, readonly [name: string, type: PageFiles[string]["type"]]>> = {
  "/": ["index.html", "text/html"],
  "/page.css": ["page.css", "text/css"],
  "/page.js": ["page.js", "text/javascript"],
  "/icon.svg": ["icon.svg", "image/svg+xml"],
};

/** From the folder beside this program. */
export function openFiles(): PageFiles {
  const folder = descend(parentOf(fileURLToPath(import.meta.url)), "web");
  const read = ([name, type]: (typeof PAGE)[string]): PageFiles[string] => ({
    type,
    body: readFileSync(descend(folder, name), "utf8"),
  });
  return Object.fromEntries(Object.entries(PAGE).map(([path, file]) => [path, read(file)]));
}
