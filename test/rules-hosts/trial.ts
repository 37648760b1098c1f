// What is tried, in order, on one machine for all the programs, and what came of it.
import { stemOf } from "../e2e/view.ts";
import { textsOf } from "../support/fake-model.ts";
import type { Agent, Machine } from "./agents.ts";
import { attempts, described, INSTEAD, RULE, SENTENCE, shellAttempt } from "./attempts.ts";
import { lay, programsOf } from "./machine.ts";
import { type Outcome, type Session, session, textOf } from "./session.ts";
import { isSigned, makeStates, WITHOUT_WORD } from "./states.ts";

/** A session is ended by a limit of time, and some programs are slow. */
const PER_SESSION: Readonly<Record<string, number>> = { opencode: 8, gemini: 14 };
const USUAL = 20;

const STOPPED = /Stopped by a rule that the user confirmed/;
const UNABLE = /unable to ask user for confirmation/;

interface Row {
  readonly what: string;
  readonly tried: number;
  readonly stopped: number;
}

interface Told {
  readonly rows: Row[];
  attempts: number;
  stopped: number;
  withoutWord: number;
  asked: number;
  refused: number;
  ms: number;
}

export class Trial {
  readonly #agents: readonly Agent[];
  readonly #at: Machine;
  readonly #most: number;
  readonly #say: (line: string) => void;
  readonly #told: ReadonlyMap<Agent, Told>;
  readonly #count = { passed: 0, failed: 0 };

  constructor(agents: readonly Agent[], at: Machine, most: number, say: (line: string) => void) {
    this.#agents = agents;
    this.#at = at;
    this.#most = most;
    this.#say = say;
    const none = (): Told => ({ rows: [], attempts: 0, stopped: 0, withoutWord: 0, asked: 0, refused: 0, ms: 0 });
    this.#told = new Map(agents.map((agent) => [agent, none()]));
  }

  readonly check = (title: string, good: boolean, found?: unknown): void => {
    this.#count[good ? "passed" : "failed"] += 1;
    const detail = good || found === undefined ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 1200)}`;
    this.#say(`${good ? "ok  " : "FAIL"} ${title}${detail}`);
  };

  async run(): Promise<void> {
    const at = this.#at;
    for (const agent of this.#agents) agent.prepare(at);
    const init = await at.person(["init", "--yes"]);
    const connected = this.#agents.every(({ name }) => new RegExp(`connected.*${name}`).test(init.transcript));
    this.check("every program is connected", init.code === 0 && connected, init.transcript.slice(-600));

    this.check("a person's words are verified", await isSigned(at, "npm", [SENTENCE]));
    await this.#each((agent) => this.#inWords(agent));

    await makeStates(at, this.check);
    await this.#each((agent) => this.#withoutWord(agent));

    for (const [name, rule] of Object.entries(SIGNED)) {
      const isThere = await isSigned(at, name, [name, "--rule", rule.join(";")]);
      this.check(`a person signed: ${name}`, isThere);
    }
    await this.#each((agent) => this.#signed(agent));
    await this.#each((agent) => this.#asks(agent));
  }

  async #each(act: (agent: Agent) => Promise<void>): Promise<void> {
    for (const agent of this.#agents) {
      const began = performance.now();
      await act(agent);
      this.#of(agent).ms += performance.now() - began;
    }
  }

  #of(agent: Agent): Told {
    const told = this.#told.get(agent);
    if (told === undefined) throw new Error(`${agent.name} is not tried`);
    return told;
  }

  /** What this host has tools for, in as many sessions as it takes. */
  async #tried(agent: Agent, run: string): Promise<{ readonly first: Session["first"]; readonly outcomes: Outcome[] }> {
    const all = attempts(`${run}-${agent.name}`, programsOf(this.#at.home))
      .filter(({ act }) => agent.step(act, this.#at) !== undefined)
      .slice(0, this.#most);
    lay(this.#at, all);
    const size = PER_SESSION[agent.name] ?? USUAL;
    const outcomes: Outcome[] = [];
    let first: Session["first"] | undefined;
    for (let from = 0; from < all.length; from += size) {
      const one = await session(agent, this.#at, all.slice(from, from + size));
      first ??= one.first;
      outcomes.push(...one.outcomes);
    }
    if (first === undefined) throw new Error(`${agent.name} has no tool for any attempt`);
    return { first, outcomes };
  }

  /** Told in words and not enforced, it goes on. */
  async #inWords(agent: Agent): Promise<void> {
    const { first, outcomes } = await this.#tried(agent, "words");
    const given = textsOf(first).some((text) => text.includes(SENTENCE));
    this.check(`${agent.name}: the rule is in the context, in words`, given, textsOf(first).join("\n").slice(-600));
    this.#goesOn(agent, outcomes, "told in words, not enforced");
  }

  async #withoutWord(agent: Agent): Promise<void> {
    const { outcomes } = await this.#tried(agent, "word");
    this.#of(agent).withoutWord = this.#goesOn(agent, outcomes, `a rule in ${WITHOUT_WORD.join(", ")} memories`);
  }

  #goesOn(agent: Agent, outcomes: readonly Outcome[], what: string): number {
    const stopped = outcomes.filter(({ told }) => STOPPED.test(told));
    const undone = outcomes.filter(({ done }) => done === false);
    const found = [...stopped, ...undone].map(tellOf);
    this.check(`${agent.name}: ${what}: all ${outcomes.length} attempts go on`, found.length === 0, found);
    this.#of(agent).rows.push({ what, tried: outcomes.length, stopped: stopped.length });
    return stopped.length;
  }

  async #signed(agent: Agent): Promise<void> {
    const { outcomes } = await this.#tried(agent, "signed");
    const handle = idOf(this.#at, KEPT);
    const isStopped = ({ told, done }: Outcome): boolean =>
      done !== true && STOPPED.test(told) && told.includes(INSTEAD) && told.includes(handle);
    for (const outcome of outcomes) {
      const what = described(outcome.attempt.act);
      this.check(`${agent.name}: stopped, told why and what instead: ${what}`, isStopped(outcome), tellOf(outcome));
    }
    const told = this.#of(agent);
    told.attempts = outcomes.length;
    told.stopped = outcomes.filter(isStopped).length;
    told.rows.push({ what: "a rule that a person signed", tried: told.attempts, stopped: told.stopped });
  }

  /** One question that is answered no, one that is answered yes where there is somebody to answer, and one reminder. */
  async #asks(agent: Agent): Promise<void> {
    const at = this.#at;
    lay(at, []);
    const { outcomes, last } = await session(agent, at, ASKING.map(shellAttempt));
    const log = textOf(at.log);
    const counted = this.#of(agent);
    for (const { attempt, told } of outcomes.slice(0, 2)) {
      const what = described(attempt.act);
      const isAsked =
        log.split("\n").some((line) => line.startsWith("approve") && line.includes(what)) || UNABLE.test(told);
      const isTold = STOPPED.test(told) && told.includes("holdfast allow once") && told.includes(PULL);
      counted.asked += Number(isAsked);
      counted.refused += Number(isTold);
      const how = agent.asks ? "the host asks" : "refused, and says how a person allows it once";
      this.check(`${agent.name}: ${how}: ${what}`, agent.asks ? isAsked : isTold, [told, log]);
    }
    const done = outcomes.map((outcome) => outcome.done);
    const yes = agent.name === "claude";
    this.check(`${agent.name}: done only where the answer was yes`, done[0] === false && done[1] === yes, [done, log]);
    const reminded = textsOf(last).some((text) => text.includes("A reminder that the user confirmed"));
    const arrives = agent.reminds
      ? "a reminder arrives, and nothing is stopped"
      : "a reminder can't arrive, nothing is stopped";
    this.check(`${agent.name}: ${arrives}`, done[2] === true && reminded === agent.reminds, outcomes[2]?.told);
  }

  tell(): { readonly passed: number; readonly failed: number } {
    for (const [{ name }, { rows, ms }] of this.#told) {
      this.#say(`\n${name.padEnd(92)}tried stopped   (${(ms / 1000).toFixed(0)} s)`);
      for (const { what, tried, stopped } of rows) {
        this.#say(`  ${what.padEnd(90)}${String(tried).padStart(5)}${String(stopped).padStart(8)}`);
      }
    }
    this.#say("");
    for (const [{ name }, { attempts: tried, stopped, withoutWord, asked, refused }] of this.#told) {
      this.#say(
        `host=${name} attempts=${tried} stopped=${stopped} enforced-without-word=${withoutWord} asked=${asked} told-how=${refused}`,
      );
    }
    return this.#count;
  }
}

const KEPT = "how this project is kept";
const PULL = "open a pull request";
const ASKING = ["git push origin a-no", "sudo git push origin a-yes", "make all"];
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  [KEPT]: RULE,
  "pushes are asked about": ["ask command git push", "remind command make", `instead ${PULL}`],
};

function idOf(at: Machine, name: string): string {
  const out = at.agent(["show", stemOf(at, name), "--json"]).stdout;
  return /"id": "(\w+)"/.exec(out)?.[1] ?? "no id";
}

function tellOf({ attempt, told, done }: Outcome): string {
  return `${described(attempt.act)} (done: ${done}) => ${told.slice(0, 200)}`;
}
