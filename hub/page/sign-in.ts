// Signing in (HUB-8): with the organisation's provider, by a code that is of use to this tab alone, because only it has the word whose
// digest was sent first; or with an invitation. What the address brought leaves it before anything else happens.
import { byId, make } from "../../src/web/page/dom.ts";
import type { Token } from "../protocol.ts";
import { type Answer, askFirst, keepSession } from "./api.ts";
import { base64Url, digest, isSecure } from "./digest.ts";
import { field, form, notice, show, tell } from "./parts.ts";
import { TEXT } from "./wording.ts";

const VERIFIER = "holdfast-hub-verifier";
const TENANT = "holdfast-hub-tenant";

/** Undefined where the address brought nothing; else whether it let somebody in. */
export async function arrived(): Promise<boolean | undefined> {
  const brought = new URLSearchParams(location.hash.slice(1));
  const [tenant, code] = [brought.get("tenant"), brought.get("code")];
  if (tenant === null) return undefined;
  history.replaceState(null, "", location.pathname);
  const verifier = sessionStorage.getItem(VERIFIER);
  sessionStorage.removeItem(VERIFIER);
  if (code === null) return refused(TEXT.providerRefused);
  // A code that somebody else's sign-in made: it is tried by nobody.
  if (verifier === null) return refused(TEXT.notBegunHere);
  return taken(tenant, await askFirst<Token>(tenant, "/sign-in/finish", { code, verifier }));
}

export function showSignIn(begin: () => void): void {
  const kept = localTenant();
  const tenant = field(TEXT.organisation, {
    value: kept,
    required: "",
    autocomplete: "organization",
    spellcheck: "false",
  });
  const invite = field(TEXT.invitation, { autocomplete: "off", spellcheck: "false" });
  const byProvider = make("button", { text: TEXT.withProvider, attributes: { type: "button" }, class: "main" });
  byProvider.addEventListener("click", () => {
    if (tenant.input.reportValidity()) void toProvider(tenant.input.value.trim());
  });
  const box = form(TEXT.withInvitation, [tenant.box, make("p", {}, [byProvider]), invite.box], async () => {
    const [name, code] = [tenant.input.value.trim(), invite.input.value.trim()];
    if (code === "") return tell(TEXT.noInvitation);
    const answer = await askFirst<Token>(name, "/sign-in/invite", { code });
    if (answer.kind === "refused" && answer.status === 401) return tell(TEXT.wrongInvitation);
    if (taken(name, answer)) begin();
  });
  const parts = [make("p", { class: "hint", text: TEXT.signInHint }), box];
  show(TEXT.signIn, isSecure() ? parts : [notice(TEXT.insecure), ...parts]);
}

function taken(tenant: string, answer: Answer<Token>): boolean {
  if (answer.kind === "refused") return refused(answer.message || TEXT.noAnswer);
  sessionStorage.setItem(TENANT, tenant);
  keepSession({ tenant, ...answer.value });
  return true;
}

function refused(message: string): false {
  tell(message);
  return false;
}

function localTenant(): string {
  return sessionStorage.getItem(TENANT) ?? "";
}

/** Asked once beforehand, so that a refusal is a sentence here and not a page of its own. */
async function toProvider(tenant: string): Promise<void> {
  if (!isSecure()) return;
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const challenge = base64Url(await digest(verifier));
  const address = `v1/${encodeURIComponent(tenant)}/sign-in/browser?challenge=${challenge}`;
  const button = byId("main").querySelector("button");
  if (button !== null) button.disabled = true;
  const answer = await fetch(address, { redirect: "manual", credentials: "omit" }).catch(() => undefined);
  if (answer?.type === "opaqueredirect") {
    sessionStorage.setItem(VERIFIER, verifier);
    sessionStorage.setItem(TENANT, tenant);
    location.assign(address);
    return;
  }
  if (button !== null) button.disabled = false;
  tell(answer === undefined ? TEXT.noAnswer : TEXT.noProvider);
}
