// The page (REV-2, SUR-13): which view is on the screen, the keys, and the one-time link. Each view has its own file.
import type { Beginning, RegisterAnswer, SessionAnswer } from "../wire.ts";
import { begins, call, hasSession, keepSession } from "./api.ts";
import { byId, make } from "./dom.ts";
import { addressIn, hashOf, tokenIn } from "./finding.ts";
import { isForPage, keyOf, wholeKeyOf } from "./keys.ts";
import { created } from "./passkey.ts";
import { pressInReview, showReview } from "./review.ts";
import { showRules } from "./rules.ts";
import { afterwards, alone, hasEnded, over, say, taken } from "./shell.ts";
import { showUse } from "./use.ts";
import { leaveWhole, listenInWhole, pressInWhole, showWhole } from "./whole.ts";
import { KEYS, TEXT, WHOLE_KEYS } from "./wording.ts";

const VIEWS = ["all", "waiting", "quarantined", "rules", "use"] as const;
/** They have no list beside them. */
const ALONE: readonly View[] = ["rules", "use"];
type View = (typeof VIEWS)[number];

let view: View = "waiting";
/** The whole list is read anew when the page is. */
let isFirst = true;

async function show(to: View): Promise<void> {
  if (view === "all" && to !== "all") leaveWhole();
  view = to;
  document.body.dataset["view"] = to;
  byId("finding").hidden = to !== "all";
  byId("list").hidden = ALONE.includes(to);
  for (const each of VIEWS) {
    const button = byId(`view-${each}`);
    button.setAttribute("aria-pressed", String(each === to));
    button.textContent = TEXT.views[each];
  }
  if (to === "all") {
    await showWhole(isFirst);
    isFirst = false;
  } else if (to === "rules") await showRules(openMemory);
  else if (to === "use") await showUse(openMemory);
  else await showReview(to);
}

/** A view that the person chose stands in the address; the one the page began with does not. */
async function change(to: View): Promise<void> {
  const said = to === begins() ? undefined : to;
  const { finding } = addressIn("");
  history.pushState(null, "", `/${hashOf({ view: said, finding, open: undefined })}`);
  await show(to);
  if (!hasEnded()) say(`${byId(`view-${to}`).textContent}.`);
}

function openMemory(key: string): void {
  const { finding } = addressIn("");
  history.pushState(null, "", `/${hashOf({ view: "all", finding, open: key })}`);
  void alone(() => show("all"));
}

async function fromAddress(): Promise<void> {
  const named = addressIn(location.hash).view;
  await show(VIEWS.find((each) => each === named) ?? begins());
}

async function register(): Promise<void> {
  const asked = taken(await call<RegisterAnswer>("/api/challenge"));
  if (asked === undefined) return;
  say(TEXT.registering);
  const response = await created(asked.challenge);
  const done = response === undefined ? undefined : taken(await call("/api/register", { response }));
  if (done !== undefined) byId("passkey").hidden = true;
  say(done === undefined ? TEXT.notRegistered : TEXT.registered);
}

async function finish(): Promise<void> {
  await call("/api/finish");
  over(TEXT.over, TEXT.overHint);
}

const ALWAYS: Readonly<Record<string, () => void>> = {
  q: () => void alone(finish),
  w: () => void alone(() => change(view === "waiting" ? "quarantined" : "waiting")),
  l: () => void alone(() => change("all")),
};

function press(key: string): void {
  const always = ALWAYS[key];
  if (key === "?") showKeys();
  else if (hasEnded()) return;
  else if (always !== undefined) always();
  else if (view === "all") pressInWhole(key);
  else if (!ALONE.includes(view)) pressInReview(key);
}

function showKeys(): void {
  const dialog = byId("keys") as HTMLDialogElement;
  byId("keys-list").replaceChildren(
    ...(view === "all" ? WHOLE_KEYS : KEYS).map(([key, what]) =>
      make("div", {}, [make("dt", {}, [make("kbd", { text: key })]), make("dd", { text: what })]),
    ),
  );
  if (!dialog.open) dialog.showModal();
}

function listen(): void {
  for (const [id, key] of [
    ["undo", "u"],
    ["help", "?"],
    ["finish", "q"],
  ] as const) {
    byId(id).addEventListener("click", () => press(key));
  }
  byId("passkey").addEventListener("click", () => void alone(register));
  for (const each of VIEWS) byId(`view-${each}`).addEventListener("click", () => void alone(() => change(each)));
  listenInWhole();
  // Not dropped while a view is under way: the address has changed already.
  addEventListener("popstate", () => (hasEnded() ? undefined : void afterwards(fromAddress)));
  document.addEventListener("keydown", (event) => {
    const isHere = isForPage(event, view === "all");
    const key = isHere ? (view === "all" ? wholeKeyOf(event) : keyOf(event)) : undefined;
    if (key === undefined || !(byId("keys-on") as HTMLInputElement).checked) return;
    event.preventDefault();
    press(key);
  });
}

/** The token stands behind the # of the link, which is never sent; it leaves the address before anything else happens. */
async function connect(): Promise<boolean> {
  const token = tokenIn(location.hash);
  if (token === undefined) return hasSession();
  history.replaceState(null, "", "/");
  const session = taken(await call<SessionAnswer>("/api/session", { token }));
  if (session !== undefined) keepSession(session.secret, session.begins satisfies Beginning);
  return session !== undefined;
}

async function start(): Promise<void> {
  listen();
  say(TEXT.connecting);
  if (await connect()) await fromAddress();
  else if (!hasEnded()) over(TEXT.noLink, TEXT.noLinkHint);
  say(hasEnded() ? "" : view === "all" ? TEXT.wholeReady : TEXT.ready);
}

void start();
