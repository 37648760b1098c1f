// Jobs whose CI provider signs for them (HUB-8, HUB-9): the action for GitHub and the template for GitLab, their own lines with what each
// service documents for them, npm installing the packed package from a registry on loopback; and the devcontainer feature, built into
// a root of its own. In the place of each service stands an HTTP server: no real one has run any of this.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import { type JobProvider, startJobProvider } from "../../hub/test/provider.ts";
import { packPackage } from "../support/package.ts";
import { type Check, hasContainers } from "./container.ts";
import { type Ended, run, type World } from "./world.ts";

type Environment = Readonly<Record<string, string>>;

const ROOT = resolve(import.meta.dirname, "../..");
const BEARER = "a-word-that-opens-one-address";
const GITHUB = "acme/shop";
const GITLAB = "acme/group/shop";
const MAIN = "refs/heads/main";
const RUN = `holdfast search --as-prompt "how do deploys go through the queue"
holdfast add "The runner has four cores"
env | grep -e ^ACTIONS_ID -e ^HOLDFAST_TOKEN=. && echo the token is here
echo reached`;

export async function providers(world: World, pin: string, check: Check): Promise<void> {
  const jobs = await startJobProvider();
  const folder = join(world.base, "providers");
  mkdirSync(folder);
  const env = { PATH: `${dirname(realpathSync(process.execPath))}:/usr/bin:/bin`, HOME: join(folder, "home") };
  mkdirSync(env.HOME);
  const registry = await serving(packages(packPackage(folder, { ...env, npm_config_cache: folder }, "as built")));
  const asking = await serving(asksFor(jobs));
  const known = {
    world,
    pin,
    check,
    folder,
    jobs,
    env: { ...env, npm_config_registry: registry.url },
    asking: asking.url,
  };
  try {
    for (const [job, repository] of Object.entries({ github: GITHUB, gitlab: GITLAB })) {
      const pinned = `--issuer ${jobs.issuer} --repository ${repository} --ref ${MAIN} --store org --role contributor`;
      const made = await world.server(`holdfast-hub job acme --job ${job} ${pinned}`);
      check(`HUB-8 a job of ${job} is pinned`, made.code === 0 && made.out.includes(`"audience":"${world.url}"`), made);
    }
    await github(known);
    await gitlab(known);
    await feature(known);
  } finally {
    for (const each of [registry, asking]) each.end();
    await jobs.end();
  }
}

interface Known {
  readonly world: World;
  readonly pin: string;
  readonly check: Check;
  readonly folder: string;
  readonly jobs: JobProvider;
  readonly env: Environment;
  readonly asking: string;
}

function looks({ check, env }: Known, name: string, ended: Ended): void {
  check(`HUB-9 ${name}: the job ends well`, ended.code === 0 && /^reached$/m.test(ended.text), ended);
  const given = /Deploys go through the queue\.\n<\/memory-context>/;
  check(`HUB-9 ${name}: it is given what was confirmed`, given.test(ended.text), ended.text);
  check(`HUB-9 ${name}: its note is proposed`, /proposed 1 note|proposed 1/.test(ended.text), ended.text);
  check(
    `HUB-8 ${name}: it gets no token, and none is printed`,
    !/the token is here|eyJ|hfj_/.test(ended.text),
    ended.text,
  );
  const left = readdirSync(env["HOME"] ?? "");
  check(`HUB-9 ${name}: nothing is in the job's home`, left.length === 0, left);
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Step {
  readonly shell: string;
  readonly run: string;
  readonly env?: Environment;
}

/** Each step as GitHub runs one of a composite action: a file for bash, with what is documented. */
async function github(known: Known): Promise<void> {
  const { world, pin, check, folder, asking } = known;
  const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as Action;
  const temporary = join(folder, "runner");
  mkdirSync(temporary);
  const job = async (ref: string, given: Environment, more: Environment = {}): Promise<Ended> => {
    const inputs = Object.fromEntries(
      Object.entries(action.inputs).map(([name, { default: usual = "" }]) => [name, usual]),
    );
    const env = {
      ...known.env,
      ...{ CI: "true", GITHUB_ACTIONS: "true", GITHUB_ACTION_PATH: ROOT, RUNNER_TEMP: temporary },
      ACTIONS_ID_TOKEN_REQUEST_URL: `${asking}/token?api-version=2.0&ref=${ref}`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: BEARER,
      ...more,
    };
    let last: Ended = { code: null, text: "", out: "" };
    for (const [n, step] of action.runs.steps.entries()) {
      const script = join(temporary, `step-${n}.sh`);
      writeFileSync(script, step.run);
      const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, { ...inputs, ...given })]);
      const options = { cwd: folder, env: { ...env, ...Object.fromEntries(own) } };
      last = await run("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], options);
      if (last.code !== 0) return last;
    }
    return last;
  };
  const given = { hub: world.url, pin, run: RUN };
  check(
    "HUB-9 GitHub: nothing of an input is part of a script",
    action.runs.steps.every((step) => !step.run.includes("${{")),
  );
  looks(known, "GitHub", await job(MAIN, given));
  const fork = await job("refs/heads/fork", given);
  check("HUB-8 GitHub: another branch's job gets nothing, and is not run", isStopped(fork, /knows no job/), fork);
  const word = await job(MAIN, given, { ACTIONS_ID_TOKEN_REQUEST_TOKEN: "another" });
  check("HUB-8 GitHub: nor one that its provider does not know", isStopped(word, /no token: HTTP 401/), word);
  const plain = await job(MAIN, given, { ACTIONS_ID_TOKEN_REQUEST_URL: "http://ci.example.org/token" });
  check("HUB-8 GitHub: its word goes nowhere without encryption", isStopped(plain, /no https address/), plain);
  const none = await job(MAIN, given, { ACTIONS_ID_TOKEN_REQUEST_URL: "" });
  check("HUB-8 GitHub: without the permission it is told which", isStopped(none, /id-token: write/), none);
  const failed = await job(MAIN, { ...given, run: "exit 7" });
  check("HUB-9 GitHub: the job's code is the step's", failed.code === 7, failed);
}

function isStopped({ code, text }: Ended, why: RegExp): boolean {
  return code !== 0 && why.test(text) && !/memory-context|^reached$/m.test(text);
}

/** What stands between the braces is one of the action's inputs, or the test ends here. */
function filled(text: string, inputs: Environment): string {
  return text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => {
    const value = inputs[name];
    if (value === undefined) throw new Error(`the action has no input ${name}`);
    return value;
  });
}

interface Template {
  readonly ".holdfast": {
    readonly id_tokens: Readonly<Record<string, { readonly aud: string }>>;
    readonly variables: Environment;
    readonly script: readonly string[];
    readonly after_script: readonly string[];
  };
}

/** The lines of a script are one shell's; those after it another's. */
async function gitlab(known: Known): Promise<void> {
  const { world, pin, check, folder, jobs } = known;
  const template = (parse(readFileSync(join(ROOT, "machines/gitlab.yml"), "utf8")) as Template)[".holdfast"];
  const job = async (claims: object): Promise<Ended> => {
    const own: Environment = { HOLDFAST_HUB: world.url, HOLDFAST_PIN: pin, HOLDFAST_RUN: RUN, CI_JOB_ID: "42" };
    const expand = (text: string): string => text.replace(/\$(\w+)/g, (_, name: string) => own[name] ?? "");
    const variables = Object.entries(template.variables).map(([name, text]) => [name, expand(String(text))]);
    const tokens = Object.entries(template.id_tokens).map(async ([name, { aud }]) => {
      const said = { project_path: GITLAB, ref: "main", ref_type: "branch", ref_path: MAIN, ...claims };
      return [name, await jobs.sign({ aud: expand(aud), ...said })];
    });
    const env = {
      ...known.env,
      ...own,
      ...Object.fromEntries(variables),
      ...Object.fromEntries(await Promise.all(tokens)),
    };
    const options = { cwd: folder, env };
    const ended = await run("bash", ["-eo", "pipefail", "-c", template.script.join("\n")], options);
    const after = await run("bash", ["-eo", "pipefail", "-c", template.after_script.join("\n")], options);
    return after.code === 0 ? ended : after;
  };
  const before = readdirSync("/tmp").filter((name) => name.startsWith("holdfast-42"));
  looks(known, "GitLab", await job({}));
  const tag = await job({ ref_type: "tag", ref_path: "refs/tags/main" });
  check("HUB-8 GitLab: a tag with the branch's name gets nothing, and is not run", isStopped(tag, /knows no job/), tag);
  const merge = await job({ ref_path: "refs/merge-requests/7/head" });
  check("HUB-8 GitLab: nor a merge request from a branch of that name", isStopped(merge, /knows no job/), merge);
  const after = readdirSync("/tmp").filter((name) => name.startsWith("holdfast-42"));
  check("HUB-9 GitLab: nothing is left where it was installed", before.length + after.length === 0, after);
}

/** As a tool builds it in: root in the image's own root, where nothing else can be written to. */
async function feature({ check, env, folder }: Known): Promise<void> {
  if (!hasContainers()) {
    check("HUB-9 the feature is built in", undefined);
    return;
  }
  const at = join(ROOT, "machines/holdfast");
  const { id, options } = JSON.parse(readFileSync(join(at, "devcontainer-feature.json"), "utf8")) as {
    readonly id: string;
    readonly options: Readonly<Record<string, { readonly default: string }>>;
  };
  check("HUB-9 the feature's folder has its name", id === basename(at), id);
  const local = join(folder, "local");
  for (const part of ["bin", "lib"]) mkdirSync(join(local, part), { recursive: true });
  const npm = (await run("sh", ["-c", "readlink -f $(command -v npm)"], { cwd: folder, env })).out.trim();
  symlinkSync(npm, join(local, "bin", "npm"));
  const version = options["version"]?.default ?? "";
  const inside = (more: Environment, command: string): Promise<Ended> => {
    const set = Object.entries({
      PATH: "/usr/local/bin:/usr/bin:/bin",
      npm_config_registry: env["npm_config_registry"] ?? "",
      ...more,
    });
    const args = [
      ...["--unshare-pid", "--clearenv", "--ro-bind", "/usr", "/usr", "--bind", local, "/usr/local"],
      ...["--ro-bind", realpathSync(process.execPath), "/usr/local/bin/node"],
      ...["--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"],
      ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/root", "--ro-bind", at, "/feature"],
      ...["--remount-ro", "/", "--chdir", "/feature"],
      ...set.flatMap(([name, value]) => ["--setenv", name, value]),
      ...["/bin/sh", "-c", command],
    ];
    return run("bwrap", args, { cwd: folder, env: { PATH: env["PATH"] ?? "" } });
  };
  const root = { HOME: "/root", VERSION: version };
  const built = await inside(root, "./install.sh && find /tmp /root -mindepth 1");
  check(
    "HUB-9 the feature puts in the package, and nothing else",
    built.code === 0 && built.out.trim().endsWith(version),
    built,
  );
  const used = await inside({ HOME: "/tmp" }, "holdfast mirror --help");
  check("HUB-9 and the program is there for everybody", used.code === 0 && used.out.includes("SNAPSHOT"), used);
  const bare = await inside({ ...root, PATH: "/nowhere" }, ". ./install.sh");
  check("HUB-9 an image without npm is told what it lacks", bare.code === 1 && /Node 22\.18/.test(bare.text), bare);
}

/** GitHub's address for tokens: for whoever has the word, made out to whom they say. The job's ref stands in the address here. */
function asksFor(jobs: JobProvider): RequestListener {
  return (request, answer) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    const isKnown = request.headers.authorization?.toLowerCase() === `bearer ${BEARER}`;
    const claims = {
      aud: url.searchParams.get("audience") ?? "",
      repository: GITHUB,
      ref: url.searchParams.get("ref"),
    };
    answer.setHeader("content-type", "application/json");
    if (!isKnown || url.pathname !== "/token") return answer.writeHead(401).end("{}");
    return void jobs.sign(claims).then((value) => answer.end(JSON.stringify({ count: 1, value })));
  };
}

/** As npm asks for one package. */
function packages(tarball: string): RequestListener {
  const bytes = readFileSync(tarball);
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Readonly<Record<string, unknown>>;
  const { name, version, bin, engines } = manifest;
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  return (request, answer) => {
    if (request.url === "/holdfast.tgz") return answer.end(bytes);
    if (request.url !== "/holdfast") return answer.writeHead(404).end("{}");
    const dist = { tarball: `http://${request.headers.host}/holdfast.tgz`, integrity };
    const versions = { [String(version)]: { name, version, bin, engines, dist } };
    answer.setHeader("content-type", "application/json");
    return answer.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  };
}

async function serving(listener: RequestListener): Promise<{ readonly url: string; end(): void }> {
  const server: Server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
