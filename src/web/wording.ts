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
  changed: "It changed since it was shown, so nothing was done. Look at it again.",
  askedNothing: "This was not asked, or was answered already. Look at it again.",
  otherWord: "Another word was typed, so nothing was done.",
  commit: "committed",
  signedThere: "signed on another machine",
  notFired: "has not fired",
  change: "What changes",
  ownWords: "It becomes your own words, verified, in place of the inferred ones.",
  standing: (key: string): string =>
    `The ${key} is your own and stays as it is; change it in the text if it says the old thing.`,
  save: "Save",
  forget: "Forget for good",
} as const;

/** Why a memory of the list is not in use. */
export const MARKS = { off: "off", replaced: "replaced", expired: "expired" } as const;

/** What is done to a memory, and the key for it. */
export const ACTS = {
  confirm: { word: "Confirm", key: "c" },
  edit: { word: "Edit", key: "e" },
  off: { word: "Off", key: "o" },
  on: { word: "On", key: "o" },
  forget: { word: "Forget", key: "f" },
} as const;

export const ASKED: Readonly<Record<string, string>> & { readonly forget: string } = {
  confirm: "Confirm exactly these words?",
  edit: "Save it so?",
  off: "Take it out of use? It is kept, and no agent is given it.",
  on: "Bring it back into use?",
  forget: "Forget it for good? This can't be undone.",
};

export const FORGET = {
  rotate: "Rotate this credential first: forgetting does not make it secret again.",
  why: {
    asked: "",
    "same-line": ", the same words",
    proposal: ", a proposal",
    begun: ", the rest of an earlier forget",
  },
  goes: (stem: string, tier: string, why: string, kept: number): string =>
    `Goes: ${stem} (${tier === "none" ? "only earlier texts" : tier}${why})${kept === 0 ? "" : `, with ${kept} earlier text${kept === 1 ? "" : "s"}`}`,
  stays: (stem: string, isAll: boolean): string =>
    `Stays: ${stem}, which ${isAll ? "says the same" : "holds a line of it"}`,
  clears: (count: number): string =>
    `${count} file${count === 1 ? "" : "s"} of ours with its words ${count === 1 ? "is" : "are"} cleared.`,
  mark: "The search index is made anew. A mark without text keeps it from coming back.",
  left: (path: string, why: string): string => `Left: ${path}: ${why}`,
  elsewhere: (root: string): string => `Left: ${root}: begun there; run holdfast forget in that project`,
  git: (root: string, count: number): string =>
    `git in ${root} still holds it, in ${count} place${count === 1 ? "" : "s"}. To purge it:`,
  unfinished: (root: string, why: string): string => `git in ${root} was not searched to the end: ${why}.`,
  sessions: (count: number): string =>
    `${count} record${count === 1 ? "" : "s"} of your agents' sessions still hold${count === 1 ? "s" : ""} it; they are the agents' own:`,
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
  all: "Your memories, in a browser. Open this:",
  ended: (what: string, counts: string): string => `The ${what} has ended${counts === "" ? "" : `: ${counts}`}.`,
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
  after: "as it will be",
  changed: "Changed",
  notFound: "Other words were signed before; they are not found here. Read all of these.",
  hidden: (count: number): string =>
    `${count} hidden character${count === 1 ? " is" : "s are"} left out here, as agents are not given them.`,
} as const;
