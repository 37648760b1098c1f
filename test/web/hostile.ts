// Memories that try to be more than text (REV-2, CHK-30): planted as files, as a clone or a sync would bring them, and each
// shown in the page. No script runs, no request leaves, and the text stands there letter by letter.
import type { Browser } from "playwright-core";
import { forPage, forPageLine } from "../../src/text/sanitise.ts";
import { plant } from "../support/memories.ts";
import { watched } from "./browser.ts";
import type { Check } from "./check.ts";
import { startReview, startUi, type World } from "./world.ts";

const RUN = "globalThis.__ran=1";
const AWAY = "http://127.0.0.1:9/x";
export const ATTACKS: readonly string[] = [
  `<script>${RUN}</script>`,
  `<script src=${AWAY}></script>`,
  `"><script>${RUN}</script>`,
  `</title></textarea></script><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<img src="${AWAY}">`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<math><mtext></p><img src=x onerror=${RUN}>`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<iframe srcdoc="<script>parent.__ran=1</script>"></iframe>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<object data="${AWAY}"></object>`,
  `<embed src="${AWAY}">`,
  `<link rel=stylesheet href=${AWAY}>`,
  `<style>@import "${AWAY}"; * { background: url(${AWAY}) }</style>`,
  `<meta http-equiv=refresh content="0;url=${AWAY}">`,
  `<base href="${AWAY}">`,
  `<form action=${AWAY}><button>press c</button></form>`,
  `<a href="javascript:${RUN}">click</a>`,
  `javascript:${RUN}`,
  `[click](javascript:${RUN})`,
  `![x](${AWAY})`,
  `<template><script>${RUN}</script></template>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `<%= ${RUN} %>`,
  `';${RUN};//`,
  `"-${RUN}-"`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `<scr\u0000ipt>${RUN}</scr\u0000ipt>`,
  `<\u200bscript>${RUN}</script>`,
  `\u202e<script>${RUN}</script>\u2066`,
  `\uff1cscript\uff1e${RUN}\uff1c/script\uff1e`,
  `\u{e003c}\u{e0073}\u{e0063}hidden tag characters`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<video><source onerror=${RUN}></video>`,
  `<dialog open onclose=${RUN}>`,
  `<div style="background:url(${AWAY})">x</div>`,
  `<div popover id=a onbeforetoggle=${RUN}>`,
  `__proto__`,
  `constructor`,
];
const PLACES = ["name", "description", "body", "evidence", "tags"] as const;
const WRAPS: readonly ((attack: string) => string)[] = [
  (attack) => attack,
  (attack) => `Use it so: ${attack} and no other way`,
  (attack) => `\`\`\`html\n${attack}\n\`\`\``,
  (attack) => `${attack}${attack}`,
];

interface Trap {
  readonly name: string;
  readonly body: string;
}

/** Each attack in each place in each dress: 1,000 of them. */
function plantTraps({ base }: World, count: number): ReadonlyMap<string, Trap> {
  const traps = new Map<string, Trap>();
  for (let n = 0; n < count; n++) {
    const attack = ATTACKS[n % ATTACKS.length] ?? "";
    const place = PLACES[Math.floor(n / ATTACKS.length) % PLACES.length];
    const wrap = WRAPS[Math.floor(n / (ATTACKS.length * PLACES.length)) % WRAPS.length];
    const text = wrap?.(attack) ?? attack;
    const line = text.replaceAll("\n", " ");
    const stem = `reference_trap_${String(n).padStart(4, "0")}`;
    const name = place === "name" ? `${own(n)} ${line}` : `Trap ${own(n)}`;
    const body = place === "body" ? `${own(n)}: ${text}` : `${own(n)} is all that this one says.`;
    plant(base, stem, {
      tier: "inferred",
      id: `01JCQ0Z8M4X5T6V7W8Y9ZB${String(n).padStart(4, "0")}`,
      created: "2026-01-01T00:00:00Z",
      name: quoted(name),
      description: quoted(place === "description" ? line : `About ${own(n)}`),
      more: [
        `evidence: ${quoted(place === "evidence" ? line : "none")}`,
        `tags: [${quoted(place === "tags" ? line : "trap")}]`,
      ],
      body,
    });
    traps.set(stem, { name: forPageLine(name), body: forPage(body).trim() });
  }
  return traps;
}

/** Words that no other one has: a thousand look-alikes would be another test. */
function own(n: number): string {
  return [n, n + 7919, n + 104_729].map((each) => `w${(each * 2_654_435_761).toString(36)}`).join(" ");
}

/** As YAML writes a string that holds anything. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export async function hostile(world: World, browser: Browser, check: Check, count: number): Promise<void> {
  const traps = plantTraps(world, count);
  const review = await startReview(world);
  const seen = await watched(browser);
  const { page } = seen;
  await page.goto(review.url);
  await page.locator("nav button").first().waitFor();
  const listed = await page.locator("nav button").count();
  check(`REV-2 ${count} hostile memories are listed`, listed === count, listed);
  const wrong: unknown[] = [];
  const met = new Set<string>();
  await page.evaluate(cardOtherThan(""));
  for (let n = 0; n < listed; n++) {
    const shown = await page.evaluate<{ stem: string; name: string; body: string; inside: number }>(READ_CARD);
    const trap = traps.get(shown.stem);
    met.add(shown.stem);
    if (trap?.name !== shown.name || trap.body !== shown.body || shown.inside > 0) wrong.push([trap, shown]);
    if (n + 1 < listed) {
      await page.keyboard.press("s");
      await page.evaluate(cardOtherThan(shown.stem));
    }
  }
  check("REV-2 each was shown", met.size === count, met.size);
  check("REV-2 each text stands there letter by letter, as text alone", wrong.length === 0, wrong.slice(0, 3));
  check("REV-2 no script of a memory ran", !(await seen.ran()));
  check("REV-2 no dialog, no error", seen.dialogs.length + seen.errors.length === 0, [seen.dialogs, seen.errors]);
  const away = seen.requests.filter((url) => !url.startsWith(`${review.origin}/`));
  check(`REV-2 of ${seen.requests.length} requests none left`, away.length === 0, away.slice(0, 3));
  check("REV-2 the policy had nothing to refuse", (await seen.violations()) === 0, await seen.violations());
  await whatThePolicyStops(seen, check);
  review.command.type("q");
  await review.command.ended;
  await page.context().close();
}

/** The same in the list of everything, and on its cards; a search for what one says finds it as text. */
export async function hostileWhole(world: World, browser: Browser, check: Check, count: number): Promise<void> {
  const traps = plantTraps(world, count);
  const ui = await startUi(world);
  const seen = await watched(browser);
  const { page } = seen;
  await page.goto(ui.url);
  await page.locator("nav button").first().waitFor();
  const wrong: unknown[] = [];
  for (let n = 0; n < count; n++) {
    await page.keyboard.press("j");
    const row = await page.evaluate<{ name: string; inside: number }>(READ_ROW);
    const before = await page.evaluate<string>("document.querySelector('main > .stem')?.textContent ?? ''");
    await page.keyboard.press("Enter");
    await page.evaluate(cardOtherThan(before));
    const shown = await page.evaluate<{ stem: string; name: string; body: string; inside: number }>(READ_CARD);
    const trap = traps.get(shown.stem);
    const isSame = trap?.name === shown.name && trap.body === shown.body && row.name === trap.name;
    if (!isSame || shown.inside + row.inside > 0) wrong.push([trap, row, shown]);
  }
  check(
    `SUR-13 ${count} hostile memories stand there as text, in the list and open`,
    wrong.length === 0,
    wrong.slice(0, 3),
  );
  await page.keyboard.press("/");
  await page.keyboard.type("<script>globalThis.__ran=1</script>");
  await page.waitForTimeout(400);
  check("SUR-13 no script of a memory or of a search ran", !(await seen.ran()));
  check("SUR-13 no dialog, no error", seen.dialogs.length + seen.errors.length === 0, [seen.dialogs, seen.errors]);
  const away = seen.requests.filter((url) => !url.startsWith(`${ui.origin}/`));
  check(`SUR-13 of ${seen.requests.length} requests none left`, away.length === 0, away.slice(0, 3));
  check("SUR-13 the policy had nothing to refuse", (await seen.violations()) === 0, await seen.violations());
  ui.command.type("q");
  await ui.command.ended;
  await page.context().close();
}

const READ_ROW = `(() => { const name = document.activeElement.querySelector(".name");
  return { name: name.textContent, inside: name.children.length }; })()`;

/** Waits in the page itself; a function handed over as text would be refused by the page's policy. */
function cardOtherThan(stem: string): string {
  return `new Promise((done) => { const look = () => {
    const there = document.querySelector("main > .stem")?.textContent;
    if (there === undefined || there === ${JSON.stringify(stem)}) setTimeout(look, 4); else done(); }; look(); })`;
}

const READ_CARD = `(() => { const text = document.querySelector("main > .text"); return {
  stem: document.querySelector("main > .stem").textContent,
  name: document.querySelector("h2").textContent,
  body: text.textContent,
  inside: text.children.length + document.querySelector("h2").children.length }; })()`;

/** Even if the page's own code were wrong: markup as a string is refused, and so is what it would load. */
async function whatThePolicyStops(
  { page, violations, ran }: Awaited<ReturnType<typeof watched>>,
  check: Check,
): Promise<void> {
  for (const [how, code] of [
    ["innerHTML", `document.querySelector("main").innerHTML = "<img src=x onerror=${RUN}>"`],
    [
      "a script's text",
      `(() => { const s = document.createElement("script"); s.text = "${RUN}"; document.body.append(s); })()`,
    ],
    ["a handler as a string", `document.body.setAttribute("onclick", "${RUN}")`],
    ["eval", `(0, eval)("${RUN}")`],
    ["a timer with a string", `setTimeout("${RUN}", 0)`],
  ] as const) {
    // In a task of its own: what the debugger itself evaluates may do more than a page.
    const stopped = await page.evaluate<boolean>(
      `new Promise((done) => setTimeout(() => { try { ${code}; done(false); } catch { done(true); } }))`,
    );
    check(`REV-2 the policy refuses ${how}`, stopped, stopped);
  }
  await page.evaluate(`(() => { const i = new Image(); i.src = "${AWAY}"; const s = document.createElement("div");
    s.setAttribute("style", "color: red"); document.body.append(s); fetch("${AWAY}").catch(() => 0); })()`);
  await page.waitForTimeout(100);
  check("REV-2 and what it refuses is counted", (await violations()) >= 5, await violations());
  check("REV-2 none of it ran", !(await ran()));
}
