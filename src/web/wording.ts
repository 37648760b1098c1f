// Every sentence of the review in the browser that a person reads, but those that the page itself holds (page/wording.ts)
// and those that the terminal says too (review/wording.ts).

export const TEXT = {
  twice: "A header came twice.",
  foreignHost: "This server answers to its own address only.",
  foreignPage: "This came from another page. Copy the link from the terminal into the address bar.",
  nothingHere: "There is nothing here.",
  onlyGet: "Only GET.",
  onlyPost: "Only POST.",
  onlyJson: "Only application/json.",
  tooLarge: "Too large.",
  notUnderstood: "The request can't be read.",
  noSession: "The session is over or was never begun. Press n in the terminal for a new link.",
  links: {
    wrong: "This link is not valid. Open the one that the terminal shows.",
    expired: "This link is older than five minutes. Press n in the terminal for a new one.",
    "used-twice":
      "This link was used before, so the session it opened was ended. Press n in the terminal for a new one.",
  },
  notRegistered: "The passkey was not registered: the browser's answer does not fit. Try again.",
  notSigned: "Your passkey did not sign this, so nothing was done. Look at it again.",
  failed: "Something failed that should not.",
} as const;

/** What the terminal says while the page is open. */
export const TERMINAL = {
  waiting: (count: number): string =>
    count === 0 ? "Nothing waits for you." : `${count} wait${count === 1 ? "s" : ""} for you. Open this in a browser:`,
  link: (url: string): string => `\n  ${url}\n`,
  keys: "The link works once, within five minutes, and on this machine only.\n\n  o open it   n new link   q end\n",
  passkey: (at: string | undefined): string =>
    at === undefined
      ? "The page has a button that registers your passkey."
      : `The page has a button that replaces the passkey of ${at.slice(0, 10)}. What you confirmed with it is asked for again where presence is required.`,
  registered:
    "Your passkey is registered. From now on the page asks for it. To make it a must:\n\n  holdfast config set presence required\n",
  connected: "A browser is connected.",
  usedTwice: "The link was used a second time, so that session was ended. n makes a new link.",
  cannotOpen: "No browser could be started; copy the link.",
  idle: "Nobody was there for half an hour.",
  ended: (counts: string): string => `The review has ended${counts === "" ? "" : `: ${counts}`}.`,
} as const;

export const LABELS = {
  evidence: "Evidence",
  says: "An agent says",
  source: "Written by",
  project: "Project",
  tags: "Tags",
  rule: "Rule",
  used: "Used",
  quarantine: "Quarantined because",
  about: "About",
  duplicate: "Looks like this one",
  contradiction: "Says otherwise",
  proposal: "Proposed change",
  signed: "Changed since it was signed",
  before: "as it was signed",
  changed: "Changed",
  notFound: "Other words were signed before; they are not found here. Read all of these.",
  hidden: (count: number): string =>
    `${count} hidden character${count === 1 ? " is" : "s are"} left out here, as agents are not given them.`,
} as const;
