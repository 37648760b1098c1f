// HUB-2, HUB-10: who leaves an organisation has nothing of it left, and can leave again where the first time was cut off.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Whereabouts } from "../../src/compose/here.ts";
import { withIndex } from "../../src/compose/indexed.ts";
import { joinAll, type MirrorRun, mirrorsIn, openMirror, syncMirrors } from "../../src/compose/joining.ts";
import { leave, leavingAt } from "../../src/compose/leaving.ts";
import { type MirrorAt, mirrorsAt } from "../../src/compose/mirrors.ts";
import { actsOf, storesAt } from "../../src/compose/stores.ts";
import { openTrustedSigners } from "../../src/people/io/known-signers.ts";
import { planAdd } from "../../src/store/add.ts";
import { readCatalogue } from "../../src/store/catalogue.ts";
import { planEdit } from "../../src/store/confirm.ts";
import type { Act, OpenStore } from "../../src/store/context.ts";
import { storeKey } from "../../src/store/io/open-store.ts";
import { write } from "../../src/store/write.ts";
import { writeSyncRecord } from "../../src/sync/io/record.ts";
import { policiesIn } from "../../src/sync/mirrors.ts";
import { machineIn, type OrgHub, orgHub } from "../support/org-hub.ts";
import { declare, HUB_URL, type Member, memberIn, pin } from "../support/organisation.ts";

const WORD = "quillfern";
let base: string;
let ann: Member;
let hub: OrgHub;
let here: Whereabouts;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "org-leaving-")));
  ann = memberIn(base, "ann", "admin");
  pin(ann, ann);
  await declare(ann, "observer", "off");
  hub = orgHub(HUB_URL);
  hub.stores = [{ store: "org", role: "reviewer" }];
  here = machineIn(base, "ben");
  await adds(ann.open(), `The ${WORD} valve stays open on Tuesdays`, ann.act());
  const all = readdirSync(ann.root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  for (const each of all) {
    const path = join(each.parentPath, each.name).slice(ann.root.length + 1);
    if (/^(?:holdfast\.json|(?:memories|devices|attest)\/)/.test(path))
      hub.put(path, readFileSync(join(ann.root, path)));
  }
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

async function adds(open: OpenStore, text: string, act: Act): Promise<void> {
  const planned = planAdd(open, { text, global: true }, act);
  if (planned.kind !== "add-plan") throw new Error(JSON.stringify(planned));
  expect(await write(open, planned.plan, act)).toMatchObject({ kind: "written" });
}

async function joins(): Promise<readonly MirrorRun[]> {
  const { act } = await actsOf(here, "terminal");
  const joining = { session: hub.session, stores: mirrorsIn(hub.stores, "Ben"), keys: [{ ...ann.own, name: "Acme" }] };
  return joinAll(joining, { here, act: act(), way: "pull-only", budgetMs: 20_000 });
}

function at(): MirrorAt {
  const [found] = mirrorsAt(here.places);
  if (found === undefined) throw new Error("nothing was joined");
  return found;
}

/** As somebody does who works there: an edit, which keeps what was before; bytes set aside; an index; a run. */
async function works(): Promise<string> {
  const { act } = await actsOf(here, "terminal");
  const open = openMirror(here, at(), { now: new Date() });
  await adds(open, `The ${WORD} pump is checked on Mondays`, act());
  const memory = readCatalogue(open.store).memories.find(({ document }) => document.text.includes("pump"));
  const stored = memory && open.store.read(memory.stored);
  if (memory === undefined || stored === undefined || !("bytes" in stored)) throw new Error("it was written");
  const text = Buffer.from(stored.bytes).toString("utf8").replaceAll("Mondays", "Fridays");
  const plan = planEdit(open, memory, text, act());
  if (!("steps" in plan)) throw new Error(JSON.stringify(plan));
  expect(await write(open, plan, act())).toMatchObject({ kind: "written" });
  open.raw.keep(Buffer.from(`${WORD} as it was`), { from: "memories/x.md", why: "a test" }, new Date());
  withIndex(open, here.places, here.config);
  return storeKey(open.store.info);
}

/** Every file and folder beside the person's own store that is named after it, or holds its word. */
function left(key: string): readonly string[] {
  const hash = key.slice(key.indexOf("-") + 1);
  const places = ["state", "cache", "data"].filter((place) => existsSync(join(base, "ben", place)));
  return places.flatMap((place) =>
    readdirSync(join(base, "ben", place), { recursive: true, withFileTypes: true }).flatMap((each) => {
      const path = join(each.parentPath, each.name);
      const isNamed = path.includes(hash) || each.name.includes("acme");
      return isNamed || (each.isFile() && readFileSync(path).includes(WORD)) ? [path.slice(base.length)] : [];
    }),
  );
}

describe("HUB-2: leaving an organisation", () => {
  test("leaves no text, key, record or name of it in any place of ours, and what is the person's own", async () => {
    await joins();
    const key = await works();
    const { open, act } = await actsOf(here, "terminal");
    await adds(open, "The porch light is mine", act());
    open.raw.keep(Buffer.from("of my own"), { from: "memories/y.md", why: "a test" }, new Date());
    writeSyncRecord(here.places.state, { proposals: [] });
    const own = (): readonly string[] =>
      readdirSync(join(here.places.state, "raw")).concat(
        ["history", "digest-keys", "ledger-heads", "sync"].flatMap((name) =>
          existsSync(join(here.places.state, name)) ? readdirSync(join(here.places.state, name)) : [],
        ),
      );
    expect(left(key).join("\n")).toMatch(/history[\s\S]*raw|raw[\s\S]*history/);
    leave(here, leavingAt(here, HUB_URL));
    expect(left(key)).toEqual([]);
    expect(own().filter((name) => name.endsWith(".bin"))).toHaveLength(1);
    expect(own()).toEqual(expect.arrayContaining(["last.json", storeKey(open.store.info)]));
    expect(openTrustedSigners(here.places.data, here.reader.keys).stores()).toEqual([]);
  });

  test("also where the list of whom one trusts is damaged", async () => {
    await joins();
    const key = await works();
    writeFileSync(join(here.places.data, "trusted-signers.json"), "{", { mode: 0o600 });
    leave(here, leavingAt(here, HUB_URL));
    expect(left(key)).toEqual([]);
  });

  test("at its address however it is written", async () => {
    await joins();
    for (const url of [`${HUB_URL}/`, "HTTPS://Hub.Example.org/acme", "https://hub.example.org:443/acme"])
      expect(leavingAt(here, url), url).toHaveLength(1);
    expect(leavingAt(here, "https://hub.example.org/acm")).toEqual([]);
  });
});

describe("HUB-2: a leave that is cut off", () => {
  const list = (): string => join(here.places.data, "trusted-signers.json");

  async function cutOff(): Promise<string> {
    await joins();
    const key = await works();
    renameSync(list(), `${list()}.away`);
    symlinkSync(`${list()}.away`, list());
    expect(() => leave(here, leavingAt(here, HUB_URL))).toThrow();
    return key;
  }
  function mend(): void {
    rmSync(list());
    renameSync(`${list()}.away`, list());
  }

  test("binds nobody and is given to nobody from there on; it is finished by the next one", async () => {
    const key = await cutOff();
    expect(policiesIn(mirrorsAt(here.places).map(({ mirror }) => mirror))).toEqual([]);
    expect(storesAt(here, "reader", () => new Date()).mirrors).toEqual([]);
    expect(leavingAt(here, HUB_URL)).toHaveLength(1);
    const { act } = await actsOf(here, "terminal");
    expect(await syncMirrors({ here, act: act(), way: "pull-only", budgetMs: 20_000 })).toEqual([]);
    mend();
    leave(here, leavingAt(here, HUB_URL));
    expect([left(key), leavingAt(here, HUB_URL)]).toEqual([[], []]);
    expect(openTrustedSigners(here.places.data, here.reader.keys).stores()).toEqual([]);
  });

  test("is finished by whoever joins again", async () => {
    await cutOff();
    mend();
    expect(await joins()).toMatchObject([{ outcome: { kind: "synced" } }]);
    expect(leavingAt(here, HUB_URL).map(({ mirror }) => mirror.leaving)).toEqual([undefined]);
    const texts = readCatalogue(openMirror(here, at(), { now: new Date() }).store).memories;
    expect(texts.map(({ document }) => document.text.includes("pump"))).toEqual([false]);
  });

  test.each(["first", "next"])(
    "while the %s run is under way: what that one writes after it goes with it",
    async (which) => {
      if (which === "next") await joins();
      if (which === "next") await works();
      let root = "";
      hub.asked = () => {
        if (root !== "") return;
        ({ root } = at());
        leave(here, leavingAt(here, HUB_URL));
      };
      await joins();
      expect([left(storeKey({ root, storeId: "x" })), existsSync(root), leavingAt(here, HUB_URL)]).toEqual([
        [],
        false,
        [],
      ]);
      expect(openTrustedSigners(here.places.data, here.reader.keys).stores()).toEqual([]);
    },
  );
});
