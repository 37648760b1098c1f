// Where Claude Code keeps the memories it writes by itself (AGT-23), found as Claude finds it: a variable, else the first
// settings that name a folder, else one below its own, named after the project. Pure: settings come as texts.
//
// More is guarded than the one folder in use. A hook is not told of settings that were given as a flag, and what is written
// for another project is read there: so every project's folder is guarded, and every folder that any settings name.
import { isOfWindows } from "../../text/windows-paths.ts";
import { folderFrom } from "../host.ts";
import { parseLine } from "../json-line.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Texts of settings files, where they exist. */
export interface SettingsTexts {
  readonly managed?: string | undefined;
  /** In the project, but not checked in; one for each folder that may be its top. */
  readonly local: readonly string[];
  /** Checked in: Claude takes a folder from there too, whatever its description of the setting says. */
  readonly project: readonly string[];
  readonly user?: string | undefined;
}

export interface AutoMemoryInputs {
  readonly env: Environment;
  readonly home: string;
  /** The top of the main working tree, or the folder of the session where there is no git. */
  readonly top: string;
  readonly settings: SettingsTexts;
}

export interface AutoMemoryPlaces {
  /** Each `<project>/memory` below it is the folder of a project. */
  readonly projects: string;
  /** Those that a variable or settings name. */
  readonly named: readonly string[];
  /**
   * The folder into which Claude writes without asking the person, by their own or their administrator's will. Undefined
   * where that can't be said: somebody switched it off, or has a say in it who may be the project. A variable may come
   * from the project's settings too.
   */
  readonly unasked: string | undefined;
}

const LONGEST_SLUG = 200;

/** What an administrator decides for every user, the first of them that is there. */
export function managedSettings(platform: NodeJS.Platform): readonly string[] {
  if (platform === "darwin") return ["/Library/Application Support/ClaudeCode/managed-settings.json"];
  if (platform !== "win32") return ["/etc/claude-code/managed-settings.json"];
  return ["C:\\Program Files\\ClaudeCode", "C:\\ProgramData\\ClaudeCode"].map(
    (each) => `${each}\\managed-settings.json`,
  );
}

export function autoMemoryPlaces({ env, home, top, settings }: AutoMemoryInputs): AutoMemoryPlaces {
  const projects = `${folderFrom(env["CLAUDE_CONFIG_DIR"], `${home}/.claude`)}/projects`;
  const override = validFolder(env["CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"], home);
  const read = (text: string | undefined): Said => saidIn(text, home);
  const managed = read(settings.managed);
  const theirs = [...settings.local, ...settings.project].map(read);
  const user = read(settings.user);
  const usual = `${projects}/${slugOf(top)}/memory`;
  const all = [override, managed.folder, ...theirs.map(({ folder }) => folder), user.folder];
  return {
    projects,
    named: [...new Set(all.filter((folder) => folder !== undefined))],
    unasked:
      override !== undefined || isOff(env, [managed, ...theirs, user])
        ? undefined
        : inUse(managed, theirs, user, usual),
  };
}

/** The first that says anything decides, and what is no folder means the usual one. */
function inUse(managed: Said, theirs: readonly Said[], user: Said, usual: string): string | undefined {
  if (managed.says) return managed.folder ?? usual;
  if (theirs.some(({ says }) => says)) return undefined;
  return user.folder ?? usual;
}

/** The project's path as one name; of a long one the beginning and a number made of the whole. */
export function slugOf(top: string): string {
  const slug = top.replace(/[^A-Za-z0-9]/g, "-");
  if (slug.length <= LONGEST_SLUG) return slug;
  let number = 0;
  for (let at = 0; at < top.length; at++) number = (Math.imul(number, 31) + top.charCodeAt(at)) | 0;
  return `${slug.slice(0, LONGEST_SLUG)}-${Math.abs(number).toString(36)}`;
}

/** The guarded folder that holds a file, all paths being real; undefined for a file elsewhere. */
export function autoMemoryFolder(path: string, { projects, named }: AutoMemoryPlaces): string | undefined {
  const inside = named.find((folder) => path.startsWith(`${folder}/`));
  if (inside !== undefined) return inside;
  if (!path.startsWith(`${projects}/`)) return undefined;
  const [slug = "", memory, file] = path.slice(projects.length + 1).split("/");
  return memory === "memory" && file !== undefined ? `${projects}/${slug}/memory` : undefined;
}

interface Said {
  /** It names something, be it a folder or not. */
  readonly says: boolean;
  readonly folder: string | undefined;
  readonly enabled: boolean | undefined;
}

/** What Claude can't read it goes without. */
function saidIn(text: string | undefined, home: string): Said {
  const read = text?.includes("autoMemory") ? parseLine(text.replace(/^\uFEFF/, "")) : undefined;
  const { autoMemoryDirectory: folder, autoMemoryEnabled: enabled } = read ?? {};
  return {
    says: folder !== undefined,
    folder: validFolder(folder, home),
    enabled: typeof enabled === "boolean" ? enabled : undefined,
  };
}

/** Absolute, or from the home; never a root, which would be every file. */
function validFolder(folder: unknown, home: string): string | undefined {
  if (typeof folder !== "string" || folder.includes("\0")) return undefined;
  const whole = /^~[\\/]/.test(folder) ? `${home}/${folder.slice(2)}` : folder;
  const isWindows = isOfWindows(whole);
  const bare = isWindows ? whole.replace(/[\\/]+$/, "") : whole.replace(/\/+$/, "");
  return bare.startsWith("/") || (isWindows && !/^([a-z]:|\\\\[^\\/]*)$/i.test(bare)) ? bare : undefined;
}

/** One that says so is enough, though another may switch it on again: this is not asked in order to guard less. */
function isOff(env: Environment, settings: readonly Said[]): boolean {
  const variable = env["CLAUDE_CODE_DISABLE_AUTO_MEMORY"] ?? "";
  return !/^(0|false|no|off)?$/i.test(variable) || settings.some(({ enabled }) => enabled === false);
}
