// holdfast mirror: a machine that lives for an hour (HUB-9).
import type { Stays } from "../../compose/mirror-home.ts";
import type { Sent } from "../../compose/mirror-notes.ts";
import type { Wanted } from "../../compose/mirror-source.ts";
import type { Mirroring } from "../../compose/mirroring.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { forTerminalLine } from "../../text/sanitise.ts";
import { EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip, count } from "../tell.ts";

const PIN = /^SHA256:[A-Za-z0-9+/]{43}$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const commands: Commands = {
  mirror: {
    usage: "holdfast mirror URL|SNAPSHOT [--token-env NAME] --pin SHA256:... -- COMMAND",
    about: [
      "For CI jobs and containers, where nobody sits: takes an organisation's memories from its hub, connects the agents that are here, runs the command, and sends what they noted as proposals. Nothing of it is left afterwards.",
      "All of it lies in a home of its own, which is the command's HOME. The token is a machine's, or the job's own from its CI provider; the command does not get it. A job of GitHub that may write id-tokens needs no --token-env.",
      "--pin is the fingerprint of the key that the organisation began with (`holdfast trust --in org --list`): what it did not vouch for is not given to an agent.",
      "Without a network: a file that a member made with `holdfast export snapshot`. It is taken until it ends, from a device whose word counts; notes are told, and not sent.",
    ],
    options: {
      "token-env": { type: "string", value: "NAME", help: "The variable that has the token" },
      pin: { type: "string", value: "FINGERPRINT", help: "Of the organisation's first key; several with a comma" },
    },
    names: [2, 100],
    scans: true,
    commits: true,
    examples: [
      'holdfast mirror https://hub.example.org/acme --token-env HOLDFAST_TOKEN --pin SHA256:jA3L... -- claude -p "Review this change"',
      "holdfast mirror acme.snapshot --pin SHA256:jA3L... -- ./job",
    ],
    run,
  },
};

/** GitHub's, of a job that may ask for a token of its own: whoever has both can make one. */
const ASKS: readonly string[] = ["ACTIONS_ID_TOKEN_REQUEST_URL", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"];

async function run({ out, options, names }: Invocation): Promise<Ended> {
  const [from = "", ...argv] = names;
  const { "token-env": variable, pin } = options;
  const pins = typeof pin === "string" ? pin.split(",") : [];
  if (pins.length === 0 || !pins.every((each) => PIN.test(each)))
    return refuse(
      "usage",
      "--pin takes the fingerprint of the organisation's first key: SHA256:...",
      "holdfast mirror --help",
    );
  const isHub = /^https?:/i.test(from);
  const asks = isHub ? askedWith(variable) : {};
  if (isRefusal(asks)) return asks;
  const { openMirroring } = await import("../../compose/mirroring.ts");
  const mirroring = await openMirroring({ from, pins, token: undefined, provider: undefined, ...asks }, staysTo(out));
  if (isRefusal(mirroring)) return mirroring;
  const without = [...ASKS, ...(typeof variable === "string" ? [variable] : [])];
  return await untilGone(mirroring, { argv, without, out });
}

function staysTo(out: Output): Stays {
  return (folder, why) => out.status.write(`holdfast: ${forTerminalLine(folder)} could not be removed (${why})\n`);
}

/** A home that stays is told, and fails only what went well: what a job did is its command's to say. */
async function untilGone(mirroring: Mirroring, asked: Within): Promise<Ended> {
  let ended: Ended;
  let isGone = false;
  try {
    ended = await within(mirroring, asked);
  } finally {
    isGone = mirroring.end();
  }
  return ended === EXIT.done && !isGone ? EXIT.findings : ended;
}

/** The token in the variable that was named; without a name, whom GitHub has the job ask for one. */
function askedWith(variable: unknown): Partial<Pick<Wanted, "token" | "provider">> | Refusal {
  const url = process.env["ACTIONS_ID_TOKEN_REQUEST_URL"] ?? "";
  const bearer = process.env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"] ?? "";
  if (variable === undefined && url !== "" && bearer !== "") return { provider: { url, bearer } };
  if (typeof variable !== "string" || !VARIABLE.test(variable)) {
    const message = "--token-env names the variable that has the token.";
    return refuse("usage", message, "holdfast mirror --help; a job of GitHub needs: permissions: id-token: write");
  }
  const token = process.env[variable];
  if (token === undefined || token === "")
    return refuse("usage", `The variable ${variable} is empty or not set.`, "holdfast mirror --help");
  return { token };
}

interface Within {
  readonly argv: readonly string[];
  /** What the command is not to have. */
  readonly without: readonly string[];
  readonly out: Output;
}

/** The command's own code is ours, unless it went well and its notes did not. */
async function within(mirroring: Mirroring, { argv, without, out }: Within): Promise<Ended> {
  const names = mirroring.runs.map(({ name }) => name).join(", ");
  const agents = mirroring.agents.length === 0 ? "no agent found" : mirroring.agents.join(", ");
  out.status.write(`holdfast: ${clip(names, 400)} (${agents})\n`);
  const code = await mirroring.run(argv, without).catch((error: unknown) => notStarted(argv, error));
  if (isRefusal(code)) return code;
  const sent = await mirroring.send();
  if (isRefusal(sent)) out.status.write(`holdfast: the notes were not sent: ${clip(sent.message, 400)}\n`);
  else tell(sent, out);
  return code === 0 && isRefusal(sent) ? EXIT.findings : code;
}

function notStarted([program = ""]: readonly string[], error: unknown): Refusal {
  const why = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
  return refuse("usage", `${clip(program, 80)} could not be started (${why}).`, "holdfast mirror --help");
}

function tell({ proposed, leftOut }: Sent, out: Output): void {
  if (proposed.length > 0)
    out.status.write(
      `holdfast: proposed ${count(proposed.length, "note", "notes")}: ${clip(proposed.join(", "), 400)}\n`,
    );
  for (const { name, why } of leftOut) out.status.write(`holdfast: left out ${clip(name, 160)}: ${clip(why, 200)}\n`);
}
