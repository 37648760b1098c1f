// Joins every path of a store, of our own folders and of what we write (STO-22); git/ alone walks folders that are not
// ours, to read. A name from outside is one component of a strict alphabet, or it is refused before any system call
// sees it.
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { Fault } from "../text/errors.ts";

const COMPONENT = /^[A-Za-z0-9._-]{1,160}$/;
/** Names that open a device on Windows, with or without an extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** True for one plain name: no separator, no dot segment, nothing a file system folds, strips or interprets. */
export function isComponent(name: unknown): name is string {
  return typeof name === "string" && COMPONENT.test(name) && !name.endsWith(".") && !DEVICE.test(name);
}

export function child(directory: string, name: string): string {
  if (!isComponent(name)) {
    throw new Fault("unsafe-path", `Expected one plain file name, found ${shown(name)}.`);
  }
  if (directory !== joined.directory) joined = { directory, prefix: join(directory, "x").slice(0, -1) };
  return joined.prefix + name;
}

/** Of the last call: a listing asks for thousands of names in one directory, and a component changes nothing before it. */
let joined: { readonly directory: string; readonly prefix: string } = { directory: "", prefix: "" };

/** A name that another tool chose, out of a directory's own listing: any letters, and still one name of that directory. */
export function foreignChild(directory: string, name: string): string {
  if (/^\.{0,2}$|[/\\\0]/.test(name)) throw new Fault("unsafe-path", `Expected one file name, found ${shown(name)}.`);
  return join(directory, name);
}

export function descend(directory: string, ...names: readonly string[]): string {
  return names.reduce(child, directory);
}

export function parentOf(path: string): string {
  return dirname(path);
}

export function nameOf(path: string): string {
  return basename(path);
}

/** Undefined for a relative path, and for none. */
export function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? resolve(path) : undefined;
}

/** A path a person typed, relative to where they stand. */
export function fromHere(path: string): string {
  return resolve(path);
}

/** For messages: printable, one line, cut. */
export function shown(name: unknown): string {
  return JSON.stringify(String(name).slice(0, 80)).replace(/[^\x20-\x7e]/g, "?");
}
