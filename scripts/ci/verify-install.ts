// Is node_modules exactly what package-lock.json says? `npm ci` refuses a lock file that leaves out other systems'
// builds of an optional package, which is what a registry without those builds makes npm write. `npm install` goes
// on; after this check it has brought nothing that the lock file does not name, version and digest alike.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
}
type Packages = Readonly<Record<string, Entry>>;

export function differences(locked: Packages, installed: Packages): readonly string[] {
  const names = Object.keys(installed);
  const wrong = names.filter((name) => {
    const [want, have] = [locked[name], installed[name]];
    return have?.integrity === undefined || want?.integrity !== have.integrity || want.version !== have.version;
  });
  const missing = Object.keys(locked).filter(
    (name) => name !== "" && locked[name]?.optional !== true && installed[name] === undefined,
  );
  return [
    ...wrong.map((name) => `${name} is not what the lock file names`),
    ...missing.map((name) => `${name} is missing`),
  ];
}

function packagesIn(file: string): Packages {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  return (JSON.parse(readFileSync(path, "utf8")) as { packages: Packages }).packages;
}

if (import.meta.main) {
  const found = differences(packagesIn("package-lock.json"), packagesIn("node_modules/.package-lock.json"));
  for (const sentence of found) console.error(sentence);
  process.exitCode = found.length === 0 ? 0 : 1;
}
