// hub/deploy (HUB-12): no container engine runs here, so what can't be run is read by whoever it is for, or held to what the hub has.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { openMetrics } from "../../../hub/src/metrics.ts";
import { settingsFrom } from "../../../hub/src/settings.ts";

const HUB = fileURLToPath(new URL("../../../hub/", import.meta.url));
const read = (name: string): string => readFileSync(`${HUB}deploy/${name}`, "utf8");
const HELP = readFileSync(`${HUB}src/command-line.ts`, "utf8");

/** Instructions, with what was broken over lines put together. */
function instructions(): readonly (readonly [string, string])[] {
  const lines = read("Containerfile").replaceAll("\\\n", " ").split("\n");
  return lines
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => [line.split(" ")[0] ?? "", line.slice(line.indexOf(" ") + 1).trim()]);
}

describe("Containerfile", () => {
  const all = instructions();
  const last = all.slice(all.findLastIndex(([word]) => word === "FROM"));
  const the = (word: string): string => last.find(([each]) => each === word)?.[1] ?? "";

  test("HUB-12: two stages from one base, nothing but known instructions, and the second runs as nobody in particular", () => {
    const known = /^(?:FROM|ARG|WORKDIR|RUN|COPY|ENV|USER|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD)$/;
    expect(all.filter(([word]) => !known.test(word))).toEqual([]);
    expect(all.filter(([word]) => word === "FROM").map(([, from]) => from)).toEqual([
      "node:24-slim AS packages",
      "node:24-slim",
    ]);
    expect([the("USER"), the("STOPSIGNAL")]).toEqual(["node", "SIGTERM"]);
    expect(last.filter(([word]) => word === "RUN")).toEqual([]);
  });

  test("HUB-12: what it starts is the package's program, with settings that the hub has", () => {
    const { bin } = JSON.parse(readFileSync(`${HUB}package.json`, "utf8")) as { bin: Record<string, string> };
    const program = bin["holdfast-hub"]?.replace("./", "/hub/node_modules/@holdfast/hub/");
    expect(JSON.parse(the("ENTRYPOINT"))).toEqual(["node", program]);
    expect(JSON.parse(the("CMD"))).toEqual(["serve"]);
    const env = Object.fromEntries(
      the("ENV")
        .split(" ")
        .map((pair) => pair.split("=")),
    );
    const settings = settingsFrom({ HOLDFAST_HUB_DATABASE: "postgres://x", ...env });
    expect(settings).toMatchObject({ host: "0.0.0.0", port: Number(the("EXPOSE")) });
  });

  test("HUB-12: its health check passes where a hub is ready, and fails where it is not or nobody answers", async () => {
    const [, program = "", ...args] = JSON.parse(/CMD (\[.*\])$/.exec(the("HEALTHCHECK"))?.[1] ?? "[]") as string[];
    let status = 200;
    const server = createServer(({ url }, answer) => answer.writeHead(url === "/ready" ? status : 404).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const env = { HOLDFAST_HUB_PORT: String(typeof address === "object" ? address?.port : 0) };
    const check = async (): Promise<number | null> => {
      const child = spawn(process.execPath, [program, ...args], { env, stdio: "ignore" });
      return new Promise((resolve) => child.once("exit", resolve));
    };
    expect(await check()).toBe(0);
    status = 503;
    expect(await check()).toBe(1);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(await check()).toBe(1);
  });
});

interface Service {
  readonly image?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly [name: string]: unknown;
}

test("HUB-12: the compose file has PostgreSQL 18 with its data kept, and a hub that writes nothing and is reached from this machine alone", () => {
  const compose = parse(read("compose.yaml")) as {
    services: Record<"database" | "hub", Service>;
    configs: Record<string, { content: string }>;
    volumes: object;
  };
  const { database, hub } = compose.services;
  expect(Object.keys(compose.services)).toEqual(["database", "hub"]);
  expect([database.image, database.volumes]).toEqual(["postgres:18", ["database:/var/lib/postgresql"]]);
  expect(Object.keys(compose.volumes)).toEqual(["database"]);
  expect(hub).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
  expect(hub.ports).toEqual(["127.0.0.1:8734:8734"]);
  expect(hub["depends_on"]).toEqual({ database: { condition: "service_healthy" } });
  for (const name of Object.keys(hub.environment)) expect(HELP).toContain(name);
  expect(hub.environment["HOLDFAST_HUB_DATABASE"]).toBe(["postgres://hub:$", "{HUB_PASSWORD:?}@database/hub"].join(""));
  const role = compose.configs["hub-role"]?.content ?? "";
  const [inner, login, ...more] = role.split("\n");
  expect([inner, ...more]).toEqual([
    "CREATE ROLE holdfast_hub NOLOGIN;",
    "GRANT holdfast_hub TO hub;",
    "CREATE DATABASE hub OWNER hub;",
    "",
  ]);
  expect(login).toMatch(/^CREATE ROLE hub LOGIN PASSWORD '.*';$/);
  // The first of these is a shell on the database's machine before PostgreSQL 16.
  expect(role).not.toMatch(/CREATEROLE|SUPERUSER|BYPASSRLS/);
});

test("HUB-12: the unit is one that systemd reads, and its service may do next to nothing", () => {
  const unit = read("holdfast-hub.service");
  const rows = unit.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(rows.filter((line) => !/^(\[(Unit|Service|Install)\]|[A-Z]\w+=.*)$/.test(line))).toEqual([]);
  for (const line of ["DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="])
    expect(rows).toContain(line);
});

const READS_UNITS = existsSync("/usr/bin/systemd-analyze");
const NO_READER = "needs systemd-analyze";

test.skipIf(!READS_UNITS)(`HUB-12: systemd reads the unit${READS_UNITS ? "" : `: ${NO_READER}`}`, () => {
  const unit = read("holdfast-hub.service");
  const folder = mkdtempSync(`${tmpdir()}/holdfast-unit-`);
  const file = `${folder}/holdfast-hub.service`;
  // The program and the settings are not on this machine.
  const here = unit.replace("/usr/local/bin/holdfast-hub", "/bin/true").replace("File=/", "File=-/");
  writeFileSync(file, here);
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
  const security = ["security", "--offline=true", "--threshold=20", file];
  const judged = spawnSync("systemd-analyze", security, { encoding: "utf8" });
  writeFileSync(file, here.replace("ProtectSystem=strict", "ProtectSystem=mostly"));
  const wrong = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect([status, stderr, judged.status]).toEqual([0, "", 0]);
  expect(wrong.stderr).toContain("protect system");
});

test("HUB-12: rules and dashboard ask for figures that the hub has, under the labels that it gives them", async () => {
  const metrics = openMetrics();
  metrics.answered({ method: "GET", route: "/x", status: 200, seconds: 0.1 });
  metrics.pushed("taken", 1);
  const text = await metrics.text();
  const rules = parse(read("alerts.yaml")) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const board = JSON.parse(read("grafana.json")) as { panels: { targets: { expr: string }[] }[] };
  const asked = [
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(asked.length).toBeGreaterThan(12);
  const names = asked.flatMap((expr) => expr.match(/holdfast_hub_\w+/g) ?? []);
  expect(names.filter((name) => !new RegExp(`^${name}[{ ]`, "m").test(text))).toEqual([]);
  const labels = asked.flatMap((expr) => [...expr.matchAll(/[{,](\w+)=~?"/g)].map(([, label = ""]) => label));
  expect(labels.filter((label) => label !== "job" && !text.includes(`${label}="`))).toEqual([]);
  const scraped = parse(read("prometheus.yaml")) as { rule_files: string[]; scrape_configs: { job_name: string }[] };
  expect([scraped.rule_files, scraped.scrape_configs[0]?.job_name]).toEqual([["alerts.yaml"], "holdfast-hub"]);
});

test("no registry is named, and every file of the folder is looked at here", () => {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "deploy"], {
    cwd: HUB,
    encoding: "utf8",
  });
  const names = files
    .trim()
    .split("\n")
    .map((file) => file.replace("deploy/", ""));
  const known = [
    "Containerfile",
    "alerts.yaml",
    "compose.yaml",
    "grafana.json",
    "haproxy-postgres.cfg",
    "haproxy.cfg",
    "holdfast-hub.service",
    "patroni.yaml",
    "pgbouncer.ini",
    "prometheus.yaml",
  ];
  expect(names.sort()).toEqual(known);
  expect(names.filter((name) => /docker\.io|ghcr\.|quay\.|\.azurecr|gcr\.io/.test(read(name)))).toEqual([]);
});
