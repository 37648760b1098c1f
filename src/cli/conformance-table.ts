// The 36 requirements of the five documents that Holdfast comes from (S0 and S1: a memory that can't be poisoned, S2:
// search, S3: a model that only speaks, S4: trust), in our own words, and what proves each. `holdfast conformance`, its
// page in docs/reference and `--version --json` are made of this file; a test holds every proof against the tests.

export interface Departure {
  readonly name: string;
  /** The rule of docs/spec that says what is done instead. */
  readonly rule: string;
  readonly reason: string;
}

export interface Requirement {
  readonly id: string;
  readonly asks: string;
  /** Names of departures; absent: it is kept in full. */
  readonly departs?: readonly string[];
  /** Each a test file, " > " and the title of a test in it; of a golden case the title is its first line. */
  readonly proof: readonly string[];
}

export const DEPARTURES: readonly Departure[] = [
  {
    name: "own-words",
    rule: "TRU-3",
    reason:
      "A person who will not wait seven days makes the words their own, one by one, in the same file; nothing is promoted early.",
  },
  {
    name: "unattested",
    rule: "TRU-24",
    reason: "A verified file that somebody changed outside is neither trusted nor demoted: it is shown as unconfirmed.",
  },
  {
    name: "undo",
    rule: "TRU-9",
    reason: "A slip is put back to the exact bytes before it: a correction, recorded as one, and no transition.",
  },
  {
    name: "restore-edit",
    rule: "TRU-7",
    reason: "A quarantined file is read-only and must be mended before it passes: a draft of it is edited and checked.",
  },
  {
    name: "budgeted-loading",
    rule: "CTX-2",
    reason:
      "Every verified text in every session fits no context: rules come in full, the rest as lines, within a budget.",
  },
  {
    name: "masked-quarantine",
    rule: "SYN-14",
    reason: "What enters quarantine is synced, so secrets in it are masked first; otherwise its body keeps its bytes.",
  },
  {
    name: "raw-quarantine",
    rule: "STO-3",
    reason:
      "A file that can't be read as a memory has no keys to set: its bytes lie in quarantine/raw/ under a name of ours, on this machine alone where they may hold a secret.",
  },
  {
    name: "import-asks-person",
    rule: "IMP-1",
    reason:
      "A type says nothing of who wrote the words: what a file calls verified is shown and asked for, and is inferred without that yes.",
  },
];

export const REQUIREMENTS: readonly Requirement[] = [
  {
    id: "S0-1",
    asks: "Control, zero-width, bidirectional and tag characters never pass, when a field is written or when it is read.",
    proof: [
      "test/unit/checks/hidden-text.test.ts > is refused when it is written, and named without being carried",
      "test/unit/checks/hidden-text.test.ts > goes when it is read, wherever it goes",
    ],
  },
  {
    id: "S0-2",
    asks: "Markup in any field is escaped, so that no value ends the block it stands in.",
    proof: [
      "test/unit/text/sanitise.test.ts > CHK-31: for any text, no strippable code point, one line, no bare markup",
      "test/property/fence.test.ts > CHK-32: what the judge lets through, a general reader reads; damage that breaks it is seen",
    ],
  },
  {
    id: "S0-3",
    asks: "A text is cut before it is escaped, between characters.",
    proof: [
      "test/unit/text/sanitise.test.ts > CHK-30: an entity is never cut",
      "test/unit/text/sanitise.test.ts > CHK-30: never splits a grapheme and keeps both limits, for any text",
    ],
  },
  {
    id: "S0-4",
    asks: "What an index was rebuilt from, or what somebody wrote into it, reaches nobody unclean.",
    proof: [
      "test/security/search-index.test.ts > SEA-1: an index that lies is set right by the next scan of a changed file, and never reaches outside",
    ],
  },
  {
    id: "S0-5",
    asks: "A path leads to a file inside the store, or nothing is opened.",
    proof: [
      "test/security/paths.test.ts > STO-22: directories swapped for links by another process while we write: no memory outside is opened, nothing written",
    ],
  },
  {
    id: "S0-6",
    asks: "Retired memories are filtered among all candidates, not among the first few.",
    proof: [
      "test/unit/recall/index/filters.test.ts > SEA-5: none of the filtered kinds is proposed, and all the others are",
    ],
  },
  {
    id: "S0-7",
    asks: "How many memories are injected is a whole number from 0 to 20; 0 is off, and nonsense is the default.",
    proof: [
      "test/unit/config/max-inject.test.ts > CTX-5: %j is the default, with a warning that names the key",
      "test/unit/hook/max-inject-off.test.ts > CTX-5: 0 gives nothing at session start, with a prompt or before a tool",
    ],
  },
  {
    id: "S0-8",
    asks: "A length of time that is set is checked; no bad one makes anything go sooner.",
    proof: [
      "test/unit/config/config.test.ts > CFG-3: other bad values fall back too",
      "test/unit/review/days.test.ts > TRU-3 TRU-4 TRU-5 TRU-31: what is told on which day",
    ],
  },
  {
    id: "S0-9",
    asks: "A damaged file is told of, never injected, and stops nothing.",
    proof: [
      "test/golden/ng.file-damaged.txt > STO-14, STO-22: damaged files are reported, never guessed at, and never stop the others from being read",
      "test/unit/health/doctor-files.test.ts > STO-3: --fix takes it out of both places and keeps its bytes; the others stay",
    ],
  },
  {
    id: "S0-10",
    asks: "No line and no title, however long, uses up memory.",
    proof: ["test/unit/memory/document.test.ts > 256 KiB are read, one byte more is refused before it is decoded"],
  },
  {
    id: "S0-11",
    asks: "A hostile project neither silences nor redirects the memory, and what it sets is told.",
    proof: [
      "test/unit/config/config.test.ts > CFG-1: it can't loosen, choose the lock, or starve the user's own memories",
      "test/golden/ok.config-project.txt > CFG-1, CFG-3: a project may only tighten; what it may not is said",
    ],
  },
  {
    id: "S1-1",
    asks: "The index is derived, outside git, and made anew without a word or a long wait.",
    proof: [
      "test/security/search-index.test.ts > SEA-1: deleted, with or without its folder",
      "test/unit/recall/index/index.test.ts > SEA-1: more changes than a prompt waits for leave the index as it is, and say so",
    ],
  },
  {
    id: "S1-2",
    asks: "A store is known by its marker; without one nothing is guessed, and a right path is shown.",
    proof: ["test/unit/store/open-store.test.ts > STO-2: no marker fails closed, with an example and the command"],
  },
  {
    id: "S1-3",
    asks: "Writers take a lock, wait 5 s for it, break one that is dead for 60 s, and remove their own only.",
    proof: [
      "test/unit/disk/shared-lock.test.ts > STO-21: not broken at 50 s without a heartbeat, broken after 60 s",
      "test/unit/disk/lock.test.ts > STO-21: two in one process exclude each other; the second waits, then gives up",
    ],
  },
  {
    id: "S1-4",
    asks: "What is shown is built from parsed fields, never from a line as it stood; tags are sorted.",
    proof: [
      "test/unit/memory/tags-in-order.test.ts > sorted and once, whatever the order in the file",
      "test/unit/recall/render.test.ts > CTX-1 CTX-6: the bytes of a block, pinned",
    ],
  },
  {
    id: "S1-5",
    asks: "Each repair keeps the cases it was made for: limits, paths, locks, old files.",
    proof: [
      "test/unit/config/max-inject.test.ts > CTX-5: %j counts as %j",
      "test/unit/disk/lock.test.ts > STO-21: counts made under it by four processes are not lost",
    ],
  },
  {
    id: "S2-1",
    asks: "Search ranks the whole text: a word in the name says most, then tags, then the body.",
    proof: [
      "test/unit/recall/rank.test.ts > a match in the name beats one in the body",
      "test/unit/recall/index/postings.test.ts > SEA-3: a term says more in a name than in a body, and more often than once",
    ],
  },
  {
    id: "S2-2",
    asks: "Identifiers are found whole: user_id, React.FC, auth-service, node_modules, .env, __init__.py.",
    proof: ["test/unit/recall/title-tags.test.ts > SEA-2 SEA-6: %s is found by its name"],
  },
  {
    id: "S2-3",
    asks: "The beginning of a word finds it, and no sign of a query language means anything.",
    proof: [
      "test/unit/recall/index/index.test.ts > SEA-4: operators, quotes and syntax are literals",
      "test/unit/text/query.test.ts > only the unfinished last word of an interactive search is a prefix, and no identifier",
    ],
  },
  {
    id: "S2-4",
    asks: "Hits far below the best are cut, two stay at least, and ties go by kind.",
    proof: [
      "test/unit/cli/search-cut.test.ts > SEA-7: below half of the best is cut, and two stay whatever they score",
      "test/unit/recall/rank.test.ts > by kind, then newest, whatever the order of the proposals",
    ],
  },
  {
    id: "S2-5",
    asks: "The way of matching can be switched back to names and tags, with answers of the same shape.",
    proof: [
      "test/unit/recall/title-tags.test.ts > SEA-6: a prompt that a name answers brings the memory, and one that only a body answers does not",
      "test/unit/recall/title-tags.test.ts > SEA-6: an answer has the same shape, and says by what it was found",
    ],
  },
  {
    id: "S2-6",
    asks: "The hook and the search command use one engine.",
    proof: [
      "test/golden/ok.search.txt > SEA-2, SEA-6, SEA-8, SEA-9, CTX-3: found by words and parts of names; --explain says why; --as-prompt is what an agent gets, or silence",
      "test/unit/mcp/tools.test.ts > MCP-1 SEA-9 TRU-30: best first, with trust, excerpt and why; text is escaped for a context",
    ],
  },
  {
    id: "S3-1",
    asks: "A model that extracts has no tools and no settings of others, in a private folder and a clean environment.",
    proof: [
      "test/unit/observer/model/lockdown.test.ts > OBS-2a: the options of the SDK are exactly these",
      "test/unit/observer/model/claude.test.ts > OBS-2: stands in an empty folder of its own that is gone after the call, with an environment from a list",
    ],
  },
  {
    id: "S3-2",
    asks: "Budgets bound a call and a session; passing one ends it with the reason, the value and the limit.",
    proof: [
      "test/unit/observer/budget.test.ts > OBS-5: exactly the limit is within it, one more is over, and the first that is passed is named",
      "test/unit/observer/report.test.ts > OBS-5: the warning names the budget by its key, the value and the limit",
    ],
  },
  {
    id: "S3-3",
    asks: "What the model tried is written down, bounded and private.",
    proof: [
      "test/unit/observer/model/audit-log.test.ts > OBS-6: one line per entry with the named fields, in order",
      "test/unit/observer/model/audit-log.test.ts > OBS-6: secrets are masked before the input is cut, so that half of one never stands there",
    ],
  },
  {
    id: "S4-1",
    asks: "There are three tiers and seven transitions, and every other is refused.",
    departs: ["unattested", "undo"],
    proof: [
      "test/unit/trust/transitions.test.ts > TRU-1: the table has the seven transitions and no others",
      "test/unit/trust/transitions.test.ts > TRU-1 TRU-2 TRU-3 TRU-8 TRU-20: every tier, event, channel and boundary instant",
    ],
  },
  {
    id: "S4-2",
    asks: "An inferred memory is observed for seven days before anybody is asked, and time never promotes it.",
    departs: ["own-words"],
    proof: [
      "test/unit/trust/lifecycle.test.ts > TRU-3 TRU-8: 7 days are 168 hours, to the second, also over a leap day",
      "test/unit/review/first-day.test.ts > TRU-31 TRU-32: is withheld from its first day, and nobody is asked until its observation ends",
    ],
  },
  {
    id: "S4-3",
    asks: "What was verified more than 90 days ago goes on applying, is told at session start and waits in the review.",
    proof: [
      "test/unit/recall/stale-told.test.ts > TRU-4 TRU-31: three stale of twelve, and nine that were observed, are one line",
      "test/unit/recall/stale-told.test.ts > TRU-4 REV-3: `holdfast review` brings them, as many as were told",
    ],
  },
  {
    id: "S4-4",
    asks: "Quarantine has windows to day 30, to day 90 and after; nothing is deleted by age, the archive stays local.",
    proof: [
      "test/unit/trust/lifecycle.test.ts > TRU-5 TRU-8: quarantine windows at 30, 31, 90 and 91 days",
      "test/unit/store/open-store.test.ts > STO-1: git ignores what belongs to this machine only",
    ],
  },
  {
    id: "S4-5",
    asks: "Verified applies silently, inferred as marked advice, quarantined never; one question a session at most.",
    departs: ["budgeted-loading"],
    proof: [
      "test/unit/recall/select.test.ts > CTX-2: verified constraints, preferences and feedback in full and first, the rest as lines",
      "test/unit/recall/render.test.ts > TRU-30 ARR-1: what a mark means stands once over those that bear it, and only where there is one",
    ],
  },
  {
    id: "S4-6",
    asks: "A person promotes, demotes, restores and re-affirms; a restore passes every check and ends at verified.",
    departs: ["restore-edit"],
    proof: [
      "test/golden/ok.restore.txt > T6, TRU-7: all checks pass, the quarantine keys go, the file moves back",
      "test/golden/ok.restore-edit.txt > TRU-7: a draft is edited and checked; the original is replaced only on confirmation",
    ],
  },
  {
    id: "S4-7",
    asks: "A check that fails outweighs every tier.",
    proof: [
      "test/unit/store/acts.test.ts > TRU-6: a memory that fails hard is demoted whatever its tier, and that is not undone",
      "test/unit/store/checks.test.ts > TRU-6: a write is refused, nothing is demoted, and it is told once",
      "test/security/enforce.test.ts > TRU-6: what fails is lowered with the reason; good memories stay byte for byte",
    ],
  },
  {
    id: "S4-8",
    asks: "Tier and folder always agree, and a file keeps its name when it moves.",
    departs: ["raw-quarantine"],
    proof: [
      "test/unit/store/doctor.test.ts > STO-5: tier and directory disagree",
      "test/unit/store/raw-quarantine.test.ts > restore brings them back byte for byte once they pass the checks",
    ],
  },
  {
    id: "S4-9",
    asks: "A move touches the frontmatter alone, git follows it, and a second demotion changes nothing.",
    departs: ["masked-quarantine"],
    proof: [
      "test/golden/ok.demote.txt > T5, T4, TRU-9, STO-5, STO-6: to quarantine with the reason; the file keeps its name, the body its bytes",
      "test/unit/store/acts.test.ts > TRU-7: demoting what is quarantined changes nothing; a failing check stops a restore and is named",
      "test/unit/store/staged-moves.test.ts > demote leaves a rename, and restore takes it back",
    ],
  },
  {
    id: "S4-10",
    asks: "Older memories get a tier by their type, inferred where that is not clear; a dry run comes first.",
    departs: ["import-asks-person"],
    proof: [
      "test/unit/transfer/backfill.test.ts > names of files, dates and machines that are there stay",
      "test/unit/transfer/backfill.test.ts > TRU-22: is verified by it, signed for each, in one act that undo takes back",
      "test/unit/transfer/import.test.ts > a plan writes nothing",
    ],
  },
  {
    id: "S4-11",
    asks: "The program says which version of the trust model it keeps.",
    proof: ["test/pins/program.test.ts > SUR-8: --version --json"],
  },
];

/** The version of the trust model that is kept, but for these departures (SUR-8). */
export const TRUST_MODEL: { readonly version: string; readonly departures: readonly string[] } = {
  version: "1.0.0",
  departures: DEPARTURES.map(({ name }) => name),
};
