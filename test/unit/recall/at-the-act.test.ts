// ARR-6: before a command, an edit or a fetch come the memories that name the program with its subcommand, the file, its
// folder, a symbol of the text or the host, without anybody writing `paths`; and nothing else.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withIndex } from "../../../src/compose/indexed.ts";
import { type Config, effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { type Act, namesIn, namesPath } from "../../../src/recall/act-names.ts";
import { toolNotes } from "../../../src/recall/tool-notes.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { estimateTokens } from "../../../src/text/tokens.ts";
import { CHECKS } from "../../support/acts.ts";
import { idOf, type Planted, plant } from "../../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const { config: usual } = effectiveConfig(parseConfig(undefined, "user"));
let base: string;
let planted: number;

beforeEach(() => {
  base = makeBox("memory");
  planted = 0;
});
afterEach(() => removeBox(base));

function keep(sentence: string, about: Planted = {}): void {
  planted++;
  plant(base, `project_kept_${planted}`, {
    tier: "verified",
    id: idOf(planted),
    name: JSON.stringify(sentence.slice(0, 90)),
    description: JSON.stringify(sentence.slice(0, 200)),
    body: sentence,
    ...about,
  });
}

async function told(act: Partial<Act>, config: Config = usual, shown: readonly string[] = []): Promise<string> {
  const paths = act.paths ?? [];
  const store = withIndex(openBox(base), placesOf(base), config);
  store.index?.refresh();
  const { intent } = await toolNotes([store], {
    session: "s",
    host: "claude",
    now: NOW,
    config,
    shown: new Set(shown),
    claim: () => new Set(),
    judge: { name: "test", suspects: async () => suspectsBy(CHECKS) },
    tool: "any",
    paths,
    names: namesIn({ ...act, paths }),
  });
  return intent.kind === "context" ? intent.text : "";
}
const run = (command: string): Promise<string> => told({ command });
const edit = (path: string, text = ""): Promise<string> => told({ paths: [path.split("/")], text });

/** What a store has beside: ordinary memories in which ordinary words stand. */
function others(): void {
  keep("Tests in src are named after the file they test, and index.ts only exports.");
  keep("A branch in git is deleted after the merge; git history is never rewritten there.");
  keep("The build runs in the cloud, and its status is shown on the board.");
  keep("We moved to git in 2019; older changes are in the archive.");
  keep("Ask before you install anything on the shared machine; git is there already.");
  keep("Make the install button green, and the git log readable.");
}

describe("a command", () => {
  const PNPM = "Use pnpm here, not npm.";
  test.each([
    ["npm install left-pad", PNPM],
    ["npm i", PNPM],
    ["cd web && npm install", PNPM],
    ["CI=1 sudo npm ci", PNPM],
    ["git push --force", "Never force-push to main."],
    ["git push origin main -f", "Never force-push to main."],
    ["git push --force-with-lease", "Never force-push to main."],
    ["git push --force", "`git push --force` is refused by the server."],
    ["docker compose up -d", "`docker compose` needs the network shop-net first."],
    ["git rebase main", "Never rebase shared branches; merge main into them."],
    ["git commit --no-verify -m wip", "Never pass --no-verify: the hooks sign."],
    ["make tunnel", "A timeout means the tunnel is down: run make tunnel."],
    ["npx prisma migrate deploy", "Run `prisma migrate deploy` one release ahead."],
    ["pnpm exec playwright test", "Playwright needs the seeded tenant."],
    ["pnpm add lodash@4", "moment and lodash are banned; use date-fns."],
    ["pip install 'sqlalchemy==1.4'", "SQLAlchemy stays at 2.0."],
    ["terraform apply -auto-approve", "Terraform is applied by CI only."],
    ["systemctl restart pelican", "The pelican service restarts with make pelican-restart."],
    ["sed -i s/a/b/ locales/en.json", "Edit locales/en.json only; the rest comes from Lokalise."],
    ["echo x >> jobs/schedule.ts", "Cron entries live in jobs/schedule.ts."],
    ["cat > a.py <<'EOF'\nimport wkhtmltopdf\nEOF", "wkhtmltopdf stays at 0.12.5."],
    ["curl -s https://api.acme-pay.com/v2/charges", "api.acme-pay.com is production; test against the sandbox."],
  ])("%s brings: %s", async (command, sentence) => {
    others();
    keep(sentence);
    const text = await run(command);
    expect(text).toContain(sentence.slice(0, 12));
    expect(text.match(/^m\w+ /gm), text).toHaveLength(1);
  });

  const SILENT = [
    "ls -la src",
    "cat README.md",
    "git status",
    "git diff HEAD~1 -- src/index.ts",
    "npm test",
    "npm run build",
    "npx tsc --noEmit",
    "python -m pytest tests -q",
    "cd src && grep -rn install .",
    "make",
    "go test ./...",
    "git commit -m 'Install the tunnel, never by hand; docker compose with npm'",
    "echo npm; echo docker compose",
    "mkdir -p src/index && rm -rf build",
    "",
    "&& | ; > <",
    "'unclosed",
  ];
  test("ordinary commands bring nothing", async () => {
    others();
    keep("Never force-push to main.");
    keep("`docker compose` needs the network shop-net first.");
    keep("A timeout means the tunnel is down: run make tunnel.");
    keep("Older readers of the export need a byte order mark.", {
      description: "CSV for finance",
      body: `${"Finance opens the export in its own program and sees broken letters otherwise. ".repeat(5)} Somebody used npm then.`,
    });
    for (const command of SILENT) expect([command, await run(command)]).toEqual([command, ""]);
  });

  test("a program that many memories name needs its subcommand", async () => {
    for (let n = 0; n < 6; n++) keep(`Docker image number ${n} is built on Monday.`);
    keep("`docker compose` needs the network shop-net first.");
    expect(await run("docker ps")).toBe("");
    expect(await run("docker compose up")).toContain("shop-net");
  });
});

describe("an edit", () => {
  test.each([
    ["retryx/retry.py", "MAX_ATTEMPTS is 7, measured (retryx/retry.py)."],
    ["retryx/retry.py", "In retry.py the budget is 7 attempts, measured."],
    ["src/retryx/retry.py", "The budget of retryx is 7 attempts."],
    ["packages/db/raw/report.sql", "Raw SQL only in `db/raw`, with a comment that says why."],
    ["monitoring/board.jsonnet", "Dashboards are Jsonnet in `monitoring/`."],
    ["Dockerfile", "The Dockerfile pins the digest of its base image."],
    ["apps/web/middleware.ts", "The middleware in `apps/web/middleware.ts` alone reads the cookie."],
  ])("%s brings: %s", async (path, sentence) => {
    others();
    keep(sentence);
    expect(await edit(path)).toContain(sentence.slice(0, 12));
  });

  test.each([
    ["src/other/day.ts", "Dates go through formatDay in src/lib/day.ts."],
    ["src/index.ts", "The top index.ts exports nothing else."],
    ["src/retry.pyc", "In retry.py the budget is 7 attempts."],
    ["bin/deploy", "To deploy, ask Jonas."],
    ["docs/guide.md", "Diagrams are PlantUML in docs/arch."],
    ["src/app.ts", "Tests live in src/, next to the file."],
    ["lib/raw/x.sql", "Raw SQL only in db/raw."],
  ])("%s does not bring: %s", async (path, sentence) => {
    others();
    keep(sentence);
    expect(await edit(path)).toBe("");
  });

  test.each([
    ["const pdf = spawn('wkhtmltopdf', args);", "wkhtmltopdf stays at 0.12.5: newer builds break the page breaks."],
    ["stripe.charges.create(new PaymentIntent())", "Checkout uses PaymentIntents, never the charge API."],
    ["await prisma.invoice.delete({ where: { deletedAt } })", "Rows are never removed; set `deletedAt`."],
    ["import moment from 'moment';", "moment and lodash are banned; use date-fns."],
    ["console.log(order)", "Log lines are JSON; console.log fails the lint."],
    ['bucket = "shop-media"', "Images are served from the bucket shop-media."],
  ])("the text %s brings: %s", async (text, sentence) => {
    others();
    keep(sentence);
    expect(await edit("src/pay/new.ts", text)).toContain(sentence.slice(0, 12));
  });

  test("ordinary code brings nothing", async () => {
    others();
    keep("Money is an integer of cents with its currency beside it.");
    keep("Customer names and addresses never go into logs or error reports.");
    keep("Messages that fail five times go to the queue orders-dead.");
    const code =
      "export function total(orders: Order[], name: string): number {\n  // the sum of all, never less than zero\n" +
      "  const list = orders.filter((order) => order.status === 'open');\n  return list.reduce((sum, { price }) => sum + price, 0);\n}";
    expect(await edit("src/orders/total.ts", code)).toBe("");
  });
});

test("a fetch brings the memory that names the host, as it stands", async () => {
  others();
  keep("api.acme-pay.com is production; test against the sandbox.");
  expect(await told({ url: "https://api.acme-pay.com/v2/charges?x=1" })).toContain("sandbox");
  expect(await told({ url: "https://acme-pay.com.evil.org/" })).toBe("");
  expect(await told({ url: "https://github.com/a/b" })).toBe("");
});

describe("what is told (CTX-2, CTX-4, CTX-9)", () => {
  const PATH = "retryx/retry.py";

  test("constraints first, then the newest; within the budget, and once in a session", async () => {
    keep(`The budget is five attempts (${PATH}).`, { created: "2026-01-01T10:00:00Z" });
    keep(`The budget is seven attempts now, which amends five (${PATH}).`, { created: "2026-03-01T10:00:00Z" });
    keep(`Never sleep in ${PATH}.`, { created: "2025-01-01T10:00:00Z", more: ["kind: constraint"] });
    const text = await edit(PATH);
    expect(["Never sleep", "seven attempts now", "is five attempts"].map((part) => text.indexOf(part) > 0)).toEqual([
      true,
      true,
      true,
    ]);
    expect(text.indexOf("Never sleep")).toBeLessThan(text.indexOf("seven attempts now"));
    expect(text.indexOf("seven attempts now")).toBeLessThan(text.indexOf("is five attempts"));
    expect(await told({ paths: [PATH.split("/")] }, usual, [1, 2, 3].map(idOf))).toBe("");
  });

  test("an amended decision is not told without its amendment, however long the words are", async () => {
    const long = "The cumulative backoff stays inside the window of the upstream limiter. ".repeat(12);
    keep(`Five attempts. ${long} (${PATH})`, { created: "2026-01-01T10:00:00Z" });
    keep(`Seven attempts, superseding five. ${long} (${PATH})`, { created: "2026-03-01T10:00:00Z" });
    const text = await edit(PATH);
    expect(text).toContain("superseding five");
    expect(estimateTokens(text)).toBeLessThanOrEqual(usual["tool-tokens"]);
  });

  test("what nobody confirmed is marked, and one voice for each day it was written", async () => {
    for (let n = 0; n < 4; n++)
      keep(`Guess ${n} about ${PATH}.`, { tier: "inferred", created: "2026-05-01T10:00:00Z" });
    const text = await edit(PATH);
    expect(text).toContain("inferred, confirmed by nobody");
    expect(text.match(/Guess \d about/g)).toHaveLength(1);
  });
});

describe("names of an act", () => {
  test("a path in a text is the file only where its folders fit", () => {
    const path = ["src", "lib", "day.ts"];
    for (const text of ["see src/lib/day.ts.", "`day.ts`", "./lib/day.ts", "/home/me/shop/src/lib/day.ts", "src/lib/"])
      expect([text, namesPath(text, path)]).toEqual([text, text !== "src/lib/"]);
    for (const text of ["other/day.ts", "day.tsx", "today.ts", "lib", "src/day.ts", "day"])
      expect([text, namesPath(text, path)]).toEqual([text, false]);
  });

  test.each(["a.b/", "<<", "(", "--x=", '"', "ab-", "$(", "import "])(
    "work is in proportion to the input: %s, 200,000 times",
    { timeout: 5000 },
    (part) => {
      const text = part.repeat(200_000);
      expect(namesIn({ paths: [], command: text, text })).toBeDefined();
    },
  );
});
