// The admins' page (HUB-13): who is signed in, and which view is on the screen. Confirming is not in it: the key is on a member's machine.
import { byId, make } from "../../src/web/page/dom.ts";
import type { TenantInfo } from "../protocol.ts";
import { ask, keepSession, session } from "./api.ts";
import { showAudit } from "./audit.ts";
import { showCharts } from "./charts.ts";
import { showDevices } from "./devices.ts";
import { showErase } from "./erase.ts";
import { showMachines } from "./machines.ts";
import { showMembers } from "./members.ts";
import { hint, show, tell } from "./parts.ts";
import { SIGN_IN_ENDED, taken } from "./shell.ts";
import { arrived, showSignIn } from "./sign-in.ts";
import { showStores } from "./stores.ts";
import { TEXT } from "./wording.ts";

type View = keyof typeof TEXT.views;

const VIEWS: Readonly<Record<View, (info: TenantInfo) => Promise<void>>> = {
  stores: showStores,
  members: (info) => showMembers(info),
  devices: showDevices,
  machines: () => showMachines(),
  audit: () => showAudit(),
  charts: showCharts,
  erase: showErase,
};

let info: TenantInfo | undefined;

function viewNamed(name: string): View {
  return Object.hasOwn(VIEWS, name) ? (name as View) : "stores";
}

let turn: Promise<void> = Promise.resolve();

/** One after the other: a slow one never comes up over the one that was asked for later. */
function change(): void {
  turn = turn.then(showView);
}

async function showView(): Promise<void> {
  if (info === undefined) return;
  const view = viewNamed(location.hash.slice(1));
  for (const link of byId("views").querySelectorAll("a")) {
    if (link.hash === `#${view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  tell(TEXT.loading);
  await VIEWS[view](info);
  if (byId("status").textContent === TEXT.loading) tell("");
  byId("main").querySelector<HTMLElement>("#title")?.focus({ preventScroll: true });
}

/** Nothing is asked for in the name of who is no admin: the hub says whether they are. */
async function begin(): Promise<void> {
  const told = taken(await ask<TenantInfo>("GET", ""));
  if (told === undefined) return;
  byId("organisation").textContent = told.name;
  byId("who").textContent = TEXT.you(told.you.name);
  byId("sign-out").hidden = false;
  const may = await ask("GET", "/overview");
  if (may.kind === "refused" && may.status === 403) {
    show(TEXT.notAdmin, [hint(TEXT.notAdminHint(told.name))]);
    tell("");
    return;
  }
  if (taken(may) === undefined) return;
  info = told;
  byId("views").replaceChildren(
    ...Object.entries(TEXT.views).map(([view, word]) => make("a", { text: word, attributes: { href: `#${view}` } })),
  );
  byId("views").hidden = false;
  await showView();
}

function outside(): void {
  info = undefined;
  byId("views").hidden = true;
  byId("sign-out").hidden = true;
  byId("who").textContent = "";
  byId("organisation").textContent = "Holdfast hub";
  for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
  showSignIn(() => void begin());
}

async function signOut(): Promise<void> {
  const answer = await ask("DELETE", "/session");
  keepSession(undefined);
  outside();
  tell(answer.kind === "answer" ? TEXT.signedOut : answer.message || TEXT.noAnswer);
}

async function start(): Promise<void> {
  addEventListener(SIGN_IN_ENDED, outside);
  byId("sign-out").addEventListener("click", () => void signOut());
  addEventListener("hashchange", change);
  if ((await arrived()) === false || session() === undefined) {
    const said = byId("status").textContent;
    outside();
    tell(said);
  } else await begin();
}

void start();
