// The limits as data: what is done, with which inputs, and how long it may take. What the same code answers is asserted
// by the unit tests beside it; the secret scanner's limit is one of the floors of eval:secrets.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { hostileTexts } from "../../eval/security/injection/hostile.ts";
import { checkHiddenText } from "../../src/checks/hidden-text.ts";
import { checkInstructions } from "../../src/checks/injection-findings.ts";
import { decide } from "../../src/guard/decide.ts";
import { readShell } from "../../src/guard/shell/read.ts";
import { cuesIn } from "../../src/listen/cues/find.ts";
import { decodeText, type MemoryDocument, parseDocument } from "../../src/memory/document.ts";
import { MAX_FILE_BYTES } from "../../src/memory/frontmatter.ts";
import { projectFiles } from "../../src/recall/io/project-files.ts";
import { likenessIn } from "../../src/recall/look-alike.ts";
import { isOutdated } from "../../src/recall/outdated.ts";
import { normalise } from "../../src/text/normalise.ts";
import { queryOf } from "../../src/text/query.ts";
import { forContext, forContextBody, forTerminal } from "../../src/text/sanitise.ts";
import { rulesIn } from "../../src/transfer/read/rules.ts";
import { bytesOf, CHAIN_DEVICE, chainOf, verifyLedger } from "../support/chains.ts";
import { guardBox } from "../support/guard-world.ts";
import { hostileFile, KNOWN_HEADERS } from "../support/hostile-headers.ts";
import { HOSTILE } from "../support/hostile-lines.ts";

export interface Limit {
  /** With the rule that asks for it. */
  readonly what: string;
  readonly mostMs: number;
  readonly cases: readonly (readonly [name: string, work: () => unknown])[];
  /** The work gives back what it cost: it is another process. */
  readonly isMeasured?: boolean;
}

const KIB = 1024;
const MEGABYTE = 1_000_000;

/** `scratch` is an empty folder, for what reads a project. */
export function limits(scratch: string): readonly Limit[] {
  return [...texts(), ...lines(), ...memories(), ...ledgers(), ...files(scratch)];
}

function limit(what: string, mostMs: number, cases: Limit["cases"]): Limit {
  return { what, mostMs, cases };
}

/** Each input by itself, called as it begins. */
function each(inputs: readonly string[], work: (text: string) => unknown): Limit["cases"] {
  return inputs.map((text) => [called(text), () => work(text)]);
}

/** Its beginning, in signs that every terminal shows. */
function called(text: string): string {
  return JSON.stringify(text.slice(0, 12)).replace(/[^ -~]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

function filled(piece: string, size: number): string {
  return piece.repeat(Math.floor(size / piece.length));
}

function texts(): readonly Limit[] {
  const marks = `a${"\u0301".repeat(64_000)}${"\u0323".repeat(64_000)}`;
  const hidden = ["\n\u200b", "क\u200d", "👩\u200d", "\u200d", "❤\ufe0f", "1\ufe0f\u20e3", "\u203c\u200d"];
  const sentences = [
    "remember that ",
    "no, we use ",
    "always use , not ",
    "`",
    "<system-reminder>",
    "记住，",
    "항상 ",
    "「",
  ];
  const rules = ["<!-- ", "<!-- holdfast -->\n", "```\n", "- \n", "\n\n", "#", "<memory-context>", "  - x\n"];
  const alike = ["Use a. Never b c. ", "x:\n- b\n", "# Use a b\nwords\n\n", "**a`", "# h\n```\n```\n"];
  return [
    limit(
      "CHK-14: hidden characters, 256 KiB",
      1000,
      each(
        hidden.map((piece) => filled(piece, 256 * KIB)),
        (text) => [checkHiddenText(text), forContextBody(text, { max: 1200 })],
      ),
    ),
    limit(
      "CHK-14: what reads like an instruction, 64 KB",
      250,
      hostileTexts().map(({ name, text }) => [name, () => checkInstructions(bodyOf(text))]),
    ),
    limit("CHK-30: normalising 128,000 combining marks", 1500, [["NFC", () => normalise(marks, "NFC")]]),
    limit(
      "CHK-30: sanitising 256 KiB",
      4000,
      each([marks, `${" ".repeat(256_000)}x`, "\n ".repeat(128_000), "\u001b[".repeat(128_000)], (text) => [
        forContextBody(text, { max: 1200 }),
        forContext(text, { max: 100 }),
        forTerminal(text),
      ]),
    ),
    limit("SEA-2: a prompt of a megabyte", 50, each(prompts(), queryOf)),
    limit("SEA-2: a megabyte of signs that each stand for eighteen", 100, each(["\ufdfa".repeat(MEGABYTE)], queryOf)),
    limit(
      "cues in turns of 60,000 and of 280 characters",
      250,
      each(
        sentences.flatMap((piece) => [filled(piece, 60_000), filled(piece, 280)]),
        cuesIn,
      ),
    ),
    limit(
      "IMP-1: the rules in a file of the largest size",
      2000,
      each(
        [...rules, ...alike].map((piece) => filled(piece, MAX_FILE_BYTES)),
        (text) => rulesIn({ path: "/x.md", text, mtimeMs: 0 }, { gesture: false }),
      ),
    ),
  ];
}

function bodyOf(text: string): MemoryDocument {
  const doc = parseDocument(`---\nname: x\n---\n${text}`);
  if (doc.kind !== "document") throw new Error("A body made this no memory.");
  return doc;
}

function prompts(): readonly string[] {
  return [
    "getHTTPResponse brown_fox jumps. ".repeat(32_000),
    "東京都の接続".repeat(170_000),
    "-_.'".repeat(260_000),
    "a".repeat(MEGABYTE),
    "\n".repeat(MEGABYTE),
    `a${"\u0301".repeat(MEGABYTE)}`,
    "```\n".repeat(250_000),
    "a_".repeat(500_000),
    Array.from({ length: 130_000 }, (_, at) => (at * 7919).toString(36)).join(" "),
  ];
}

/** A host waits five seconds for its guard, and lets the call through then; an ordinary machine needs a third of this. */
const GUARD_MS = 400;
const LONGEST_READ = 64_000;

function lines(): readonly Limit[] {
  const { world, store, project, remove } = guardBox();
  process.once("exit", remove);
  const judge = (tool: string, input: Readonly<Record<string, unknown>>) =>
    decide({ tool, input, cwd: project }, world);
  const shapes = Object.entries(HOSTILE).flatMap(([name, shape]) =>
    [LONGEST_READ, MEGABYTE].map((size) => {
      const command = `${shape(size)}\necho planted > ${store}/memories/x.md`;
      return [`${name}, ${size}`, () => judge("Bash", { command })] as const;
    }),
  );
  const ending = "*** Delete File: .holdfast/memories/b.md\n*** End Patch";
  const patches = [
    `*** Begin Patch\n*** Add File: a${" ".repeat(200_000)}b\n${ending}`,
    `${"\n".repeat(200_000)}x\n*** Begin Patch\n${ending}`,
    `${"\r".repeat(200_000)}x\n*** Begin Patch\n${ending}`,
  ];
  return [
    limit("AGT-4: the guard over a line made to cost time", GUARD_MS, shapes),
    limit(
      "AGT-4: the guard over a patch made to cost time",
      GUARD_MS,
      each(patches, (patchText) => judge("apply_patch", { patchText })),
    ),
    limit(
      "AGT-21: the reader of shell lines",
      1500,
      each(busyLines(), (line) => readShell(line, { HOME: "/home/u", PWD: "/p" })),
    ),
  ];
}

function busyLines(): readonly string[] {
  return [
    "f() { f; f; f; f; f; f; f; f; }; f",
    `f() { eval f; eval "f f"; f; }; f`,
    "alias a=b; alias b=a; a",
    `a ${"{b,c}".repeat(40)}`,
    `${Array.from({ length: 30 }, (_, i) => `X${i}=$X${i - 1}$X${i - 1}`).join(";")}; a $X29`,
    `a ${"$(".repeat(300)}b${")".repeat(300)}`,
    `${"bash -c '".repeat(50)}a`,
    `for x in ${"y ".repeat(500)}; do for z in ${"y ".repeat(500)}; do a $x $z $x$z; done; done`,
    "a b;".repeat(10_000),
  ];
}

function memories(): readonly Limit[] {
  const known = KNOWN_HEADERS.map((header) => `---\n${header}\n---\nx`);
  const random = fc.sample(hostileFile, { numRuns: 5000, seed: Date.now() % 2 ** 31 });
  const big = new Uint8Array(MEGABYTE).fill(0x78);
  return [
    limit("STO-14: a header made to hurt", 5, each([...known, ...random], parseDocument)),
    limit("STO-12: a megabyte is refused before it is decoded", 5, [["x", () => decodeText(big)]]),
    limit("AUD-1: look-alikes among 10,000 memories", 15_000, [["10,000", () => likenessIn(manyMemories(10_000))]]),
  ];
}

function manyMemories(count: number): Parameters<typeof likenessIn>[0] {
  const words = "alpha bravo cargo delta ember fjord gamma hotel index joker karma lemon mango noble ocean".split(" ");
  const text = (n: number): string =>
    `Service ${words[n % 15]}${n % 97} keeps its ${words[(n * 7) % 15]} in ${words[(n * 11) % 13]}${n % 389} since the ${words[(n * 3) % 14]} of unit${n}`;
  return Array.from({ length: count }, (_, n) => ({
    group: "shop",
    name: "",
    description: text(n),
    body: `${text(n + 1)}. ${text(n * 3)}.`,
    paths: [],
    isRecord: false,
  }));
}

function ledgers(): readonly Limit[] {
  const chain = chainOf(10_000);
  const whole = bytesOf(chain);
  const torn = bytesOf([...chain.slice(0, 6), ...Array<string>(100_000).fill(""), ...chain.slice(6, 12)]);
  const hash = (): void => {
    for (const line of chain) createHash("sha256").update(line).digest("hex");
  };
  hash();
  const before = process.threadCpuUsage();
  hash();
  const { user, system } = process.threadCpuUsage(before);
  const verify = (): unknown => verifyLedger(whole, CHAIN_DEVICE);
  return [
    limit("STO-31: 10,000 entries verified", 1000, [["10,000", verify]]),
    limit("STO-31: 10,000 entries verified, 40 times their bare hashing", Math.round((user + system) / 25), [
      ["10,000", verify],
    ]),
    limit("STO-31: 100,000 torn lines", 5000, [["100,000", () => verifyLedger(torn, CHAIN_DEVICE)]]),
  ];
}

/** Whatever a memory names and however large the project is. */
function files(root: string): readonly Limit[] {
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(join(root, ".git"));
  for (let folder = 0; folder < 60; folder++)
    for (let n = 0; n < 60; n++) put(`pack/d${folder}/${"a".repeat(60)}${n}.ts`, "");
  for (let n = 0; n < 5; n++) put(`src/f${n}.ts`, "x".repeat(255 * KIB));
  const sources = Array.from({ length: 5 }, (_, n) => `src/f${n}.ts`);
  const worst: readonly (readonly string[])[] = [
    Array.from({ length: 20 }, (_, n) => `**/*a*a*a*a*a*a*b${n}`),
    Array.from({ length: 20 }, (_, n) => `pack/**/{x,y}*/**/{x,y}*/**/{x,y}${n}/**/{x,z}.zz`),
    Array.from({ length: 20 }, (_, n) => `${"pack/d1/".repeat(10)}none${n}`),
    [...sources, ...Array.from({ length: 15 }, (_, n) => `none/x${n}`)],
  ];
  const body = sources.flatMap((file) => ["one", "two"].map((name) => `\`${name}Symbol\` in \`${file}\``)).join("\n");
  const cases = worst.map((paths) => {
    const doc = parseDocument(`---\nname: n\npaths: ${JSON.stringify(paths)}\n---\n${body}\n`);
    if (doc.kind !== "document") throw new Error("no memory");
    return [paths[0] ?? "", () => Array.from({ length: 10 }, () => isOutdated(doc, projectFiles(root)))] as const;
  });
  return [limit("CTX-8: whether ten memories are outdated, in a large project", 50, cases)];
}
