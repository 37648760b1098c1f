// The installers, put together: what an agent's settings need (hosts), how foreign files are edited (disk), what was
// done (state). Loaded by install, uninstall, init and doctor only.
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { effectiveConfig, parseConfig } from "../config/config.ts";
import { readUserConfig } from "../config/io/files.ts";
import type { Bounds } from "../config/policy.ts";
import { applyFileEdits, type EditRecord, type FileEdit, planRestore, readForeign } from "../disk/edit-files.ts";
import { ensureBase, madeAbove, removeEmpty, removeTree } from "../disk/folder.ts";
import { child, descend } from "../disk/paths.ts";
import { type Places, placeArguments } from "../disk/places.ts";
import { findProgram } from "../disk/programs.ts";
import { realTarget } from "../disk/real-target.ts";
import { guardedIn } from "../hosts/guarded.ts";
import { type Host, placesOf } from "../hosts/host.ts";
import { HOSTS } from "../hosts/index.ts";
import { type HostSetup, type OurPlaces, type SettingsFile, skillFiles } from "../hosts/setup.ts";
import type { EditPlan, Installer, Installers, OwnMemory, ShownEdit } from "../install/install.ts";
import { HOOK, installHookCopy, removeHookCopy, SERVER } from "../install/io/hook-copy.ts";
import { editJsonBytes } from "../install/io/json-edit.ts";
import { prove } from "../install/io/proof.ts";
import {
  claudeMemoryFolder,
  dropInstallRecord,
  dropMemoryNote,
  putMemoryNote,
  readInstallRecord,
  writeInstallRecord,
} from "../install/io/records.ts";
import { editOwnFile, editTomlBytes } from "../install/io/toml-edit.ts";
import { appendNotice } from "../recall/io/notices.ts";
import { isRefusal, type Refusal, refuse, unlessFault } from "../text/errors.ts";
import { builtFiles } from "./beside.ts";
import { boundsAt } from "./here.ts";

const FIRST_WORDS = "Holdfast is connected. `holdfast why` tells what the agent was given.";

type Direction = "install" | "uninstall";
type Edits = readonly FileEdit[] | Refusal;

/** `bundles` is the folder of the built files, beside this program. */
export async function openInstallers(places: Places, now: Date, bundles: string = builtFiles()): Promise<Installers> {
  let greeted = false;
  const greet = (): void => {
    if (!greeted) appendNotice(places.state, FIRST_WORDS, now);
    greeted = true;
  };
  const { agents } = boundsAt(places);
  const world = { at: ourPlaces(places, bundles), places, bundles, greet, agents };
  return {
    all: await Promise.all(HOSTS.map(async (host) => installerFor(host, await host.setup(), world))),
    removeHookCopy: () => removeHookCopy(places.data),
    purgeRefused: () => {
      const holding = purged(places).find((place) => holdsStore(place, places));
      if (holding === undefined) return undefined;
      const hint = "Move the store, point HOLDFAST_HOME at it, and try again.";
      return refuse("unsafe-path", `The store lies in ${holding}, which --purge would remove.`, hint);
    },
    purge: () => {
      const ours = purged(places).filter((place) => !holdsStore(place, places));
      const above = ours.flatMap(madeAbove);
      const removed = ours.filter(removeTree);
      removeEmpty(above);
      return removed;
    },
  };
}

function purged({ cache, state, config, data }: Places): readonly string[] {
  return [cache, state, config, data];
}

/** By where they really are: as they are written, the two are apart already (STO-3). */
function holdsStore(place: string, { store }: Places): boolean {
  const [outer, inner] = [place, store].map((path) => realTarget(path, "/", homedir()));
  return inner === outer || inner?.startsWith(`${outer}/`) === true;
}

/** The same for every host, so it is looked up once. */
function ourPlaces(places: Places, bundles: string): OurPlaces {
  return {
    hookPath: descend(places.data, HOOK),
    program: programIn(places),
    ...(existsSync(child(bundles, SERVER)) ? { mcpPath: descend(places.data, SERVER) } : {}),
    store: places.store,
    guarded: guardedIn(places),
    args: placeArguments(places, homedir()),
    memoryFolder: claudeMemoryFolder(places.data),
    built: (file) => {
      const path = descend(bundles, ...file.split("/"));
      return existsSync(path) ? readFileSync(path, "utf8") : undefined;
    },
  };
}

/** The person's own word; without one, or where it can't be read, it is Node. */
function programIn({ config }: Places): NonNullable<OurPlaces["program"]> {
  return unlessFault(
    () => effectiveConfig(parseConfig(readUserConfig(config), "user")).config["hook-program"],
    () => "node",
  );
}

interface World {
  readonly at: OurPlaces;
  readonly places: Places;
  readonly bundles: string;
  /** Undefined: any (HUB-10). */
  readonly agents: Bounds["agents"];
  greet(): void;
}

function installerFor(host: Host, setup: HostSetup, { at, places, bundles, greet, agents }: World): Installer {
  const theirs = placesOf(host, process.env, homedir());
  const files = [...setup.files(at, theirs), ...skillFiles(at, theirs)];
  const records = (): readonly EditRecord[] => readInstallRecord(places.state, host.name);
  const bare = files
    .filter(({ optional }) => optional === undefined)
    .map(({ extras, ...file }) => file as SettingsFile);
  const edits = (direction: Direction, own?: OwnMemory, within = files): Edits =>
    allOf(within.map((file) => (direction === "install" ? doOf(file, own, records()) : undoOf(file, records()))));
  const planned = (direction: Direction, own?: OwnMemory): EditPlan | Refusal => {
    if (direction === "install" && agents?.includes(host.name) === false) {
      const message = `Your organisation's policy does not let ${host.title} be connected.`;
      return refuse("not-allowed", message, "holdfast config explain agents");
    }
    const raw = edits(direction, own);
    if (isRefusal(raw)) return raw;
    if (direction === "install" && isMissing(at)) {
      const hint = "Install it, or: holdfast config set hook-program node";
      return refuse("agent-missing", "hook-program says bun, and there is none on your PATH.", hint);
    }
    const asked = own === undefined ? {} : { ownMemory: own };
    return { kind: "edit-plan", edits: raw.map((edit) => noted(edit, files)), nothingToDo: raw.length === 0, ...asked };
  };
  return {
    agent: host.name,
    title: host.title,
    ...(setup.advice === undefined ? {} : { advice: setup.advice }),
    found: () => found(host.program, `${theirs.folder}/${host.sign}`),
    isInstalled: () => {
      const raw = edits("install", undefined, bare);
      return !isRefusal(raw) && raw.length === 0;
    },
    hasTrace: () => {
      const raw = edits("uninstall");
      return (isRefusal(raw) ? records() : raw).length > 0;
    },
    unreadable: () => {
      const raw = edits("uninstall");
      return isRefusal(raw) ? raw : undefined;
    },
    switchedOff: () => switchOf(setup, files),
    hasOwnMemory: setup.memoryNote !== undefined,
    planInstall: (own) => planned("install", own),
    planUninstall: () => planned("uninstall"),
    apply: (plan, direction) => {
      if (direction === "install") {
        installHookCopy(places.data, bundles, process.execPath);
        // Node would make the hook's cache itself, and nobody would know afterwards which folders were made for it.
        ensureBase(places.cache).close();
      }
      const { memoryNote } = setup;
      if (memoryNote !== undefined && plan.ownMemory === "replaced") putMemoryNote(places.data, memoryNote);
      const done = applied(plan.edits, files);
      if (isRefusal(done)) return done;
      const isLeft = direction === "uninstall" || plan.ownMemory === "left";
      if (memoryNote !== undefined && isLeft) dropMemoryNote(places.data);
      if (direction === "uninstall") dropInstallRecord(places.state, host.name);
      else if (done.length > 0) {
        writeInstallRecord(
          places.state,
          host.name,
          done.filter((record) => isKept(record, files)),
        );
        greet();
      }
      return undefined;
    },
    prove: () => prove(host, at, places),
  };
}

function isMissing({ program }: OurPlaces): boolean {
  return program === "bun" && findProgram(program, process.env["PATH"]) === undefined;
}

function found(program: string, sign: string): { readonly present: boolean; readonly evidence: string } {
  const path = findProgram(program, process.env["PATH"]);
  if (path !== undefined) return { present: true, evidence: path };
  const read = readForeign(sign);
  const present = !isRefusal(read) && read.bytes !== undefined;
  return { present, evidence: present ? sign : `no ${program} on PATH, no ${sign}` };
}

/** To take the member out would change the file. */
function switchOf({ off }: HostSetup, [file]: readonly SettingsFile[]): string | undefined {
  const read = file === undefined ? undefined : readForeign(file.path);
  if (off === undefined || read === undefined || isRefusal(read)) return undefined;
  const without = editJsonBytes(read.bytes, [{ kind: "drop-member", ...off }]);
  return isRefusal(without) || without === read.bytes ? undefined : off.path.join(".");
}

/** All of it, or else all but what nothing hangs on. */
function applied(edits: readonly FileEdit[], files: readonly SettingsFile[]): readonly EditRecord[] | Refusal {
  const done = applyFileEdits(edits);
  const isOptional = ({ path }: FileEdit): boolean =>
    files.some((file) => file.path === path && file.optional === true);
  return isRefusal(done) && edits.some(isOptional) ? applyFileEdits(edits.filter((edit) => !isOptional(edit))) : done;
}

/** No copy of a file that may hold the person's secrets; that there was none is all we need to know. */
function isKept(record: EditRecord, files: readonly SettingsFile[]): boolean {
  const file = files.find(({ path }) => path === record.path);
  return file?.undo === "exact" || record.beforeBase64 === null;
}

function allOf(each: readonly Edits[]): Edits {
  return each.find(isRefusal) ?? each.flatMap((edits) => (isRefusal(edits) ? [] : edits));
}

function editOf(file: SettingsFile, edits: SettingsFile["install"]): Edits {
  const read = readForeign(file.path);
  if (isRefusal(read)) return file.optional ? [] : read;
  const after = edited(file, read.bytes, edits);
  if (isRefusal(after) && file.optional) return [];
  if (isRefusal(after)) return { ...after, message: `${file.path}: ${after.message}` };
  return after === read.bytes ? [] : [{ path: file.path, before: read.bytes, after }];
}

/** To leave an agent its own memory again is to install anew on what was there before, where nobody touched it since. */
function doOf(file: SettingsFile, own: OwnMemory | undefined, records: readonly EditRecord[]): Edits {
  const edits = wanted(file, own);
  const record = own === "left" ? records.find(({ path }) => path === file.path) : undefined;
  const read = readForeign(file.path);
  if (record === undefined || isRefusal(read)) return editOf(file, edits);
  const exact = planRestore(record, read.bytes);
  const after = exact === "changed" ? undefined : edited(file, exact.after, edits);
  if (exact === "changed" || after === undefined || isRefusal(after)) return editOf(file, edits);
  const isSame = read.bytes !== undefined && Buffer.compare(read.bytes, after) === 0;
  return isSame ? [] : [{ path: file.path, before: read.bytes, after }];
}

function wanted(
  { install, extras = [], ownMemory }: SettingsFile,
  own: OwnMemory | undefined,
): SettingsFile["install"] {
  const asked = own === undefined ? [] : (ownMemory?.[own === "replaced" ? "on" : "off"] ?? []);
  return [...install, ...extras, ...asked] as SettingsFile["install"];
}

function edited(
  { format }: SettingsFile,
  bytes: Uint8Array | undefined,
  edits: SettingsFile["install"],
): Uint8Array | undefined | Refusal {
  switch (format) {
    case "json":
      return editJsonBytes(bytes, edits as Extract<SettingsFile, { format: "json" }>["install"]);
    case "toml":
      return editTomlBytes(bytes, edits as Extract<SettingsFile, { format: "toml" }>["install"]);
    case "text":
      return editOwnFile(bytes, edits as Extract<SettingsFile, { format: "text" }>["install"]);
  }
}

/** Byte for byte when nobody touched the file since; else only our entries go. */
function undoOf(file: SettingsFile, records: readonly EditRecord[]): Edits {
  const record = records.find((each) => each.path === file.path);
  const read = readForeign(file.path);
  if (isRefusal(read)) return file.optional ? [] : read;
  const exact = record === undefined ? "changed" : planRestore(record, read.bytes);
  if (exact === "changed") return editOf(file, file.uninstall);
  // What was there before may itself hold an entry of ours, from an install whose record is lost.
  const after = edited(file, exact.after, surelyOurs(file));
  return isRefusal(after) ? editOf(file, file.uninstall) : [{ ...exact, after }];
}

function surelyOurs({ uninstall }: SettingsFile): SettingsFile["uninstall"] {
  return uninstall.filter((edit) => !("ifAlone" in edit)) as SettingsFile["uninstall"];
}

function noted(edit: FileEdit, files: readonly SettingsFile[]): ShownEdit {
  const file = readForeign(edit.path);
  const note = !isRefusal(file) && file.linked ? { note: `a link; ${file.target} is edited` } : {};
  const isOurs = files.some(({ path, format }) => path === edit.path && format === "text");
  return { ...edit, ...note, ...(isOurs ? { ours: true as const } : {}) };
}
