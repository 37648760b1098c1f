// The TypeScript of the pages, compiled in one go against the types that the package ships, as a user's compiler would see
// them.
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Shop } from "./machine.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const OPTIONS = {
  target: "es2024",
  module: "nodenext",
  strict: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  types: ["node"],
};

export interface Example {
  /** The page and the line, as they are reported. */
  readonly name: string;
  readonly text: string;
}

/** Gives the folder with the examples, and what the compiler says of them; empty when it is content. */
export function compileExamples(shop: Shop, examples: readonly Example[]): { folder: string; complaints: string } {
  const folder = join(shop.base, "examples");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(join(shop.prefix, "lib", "node_modules", "holdfast"), join(folder, "node_modules", "holdfast"));
  symlinkSync(join(ROOT, "node_modules", "@types"), join(folder, "node_modules", "@types"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS, include: ["*.ts"] }));
  for (const { name, text } of examples) writeFileSync(join(folder, fileOf(name)), text);
  if (examples.length === 0) return { folder, complaints: "" };
  const compiler = join(ROOT, "node_modules", ".bin", "tsc");
  const run = spawnSync(compiler, ["-p", folder], { cwd: folder, encoding: "utf8" });
  return { folder, complaints: run.status === 0 ? "" : `${run.stdout}${run.stderr}` };
}

export function fileOf(name: string): string {
  return `${name.replace(/\W+/g, "-")}.ts`;
}
