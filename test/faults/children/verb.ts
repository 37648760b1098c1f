// Runs one verb on a world that is there, between two lines on stdout, and says how it ended. Watched by strace.
import { Fault } from "../../../src/text/errors.ts";
import { FAULT_VERBS } from "../verbs.ts";

const [base = "", name = ""] = process.argv.slice(2);
const verb = FAULT_VERBS.find((each) => each.name === name);
if (verb === undefined) throw new Error(`there is no verb ${name}`);
process.stdout.write("BEGIN\n");
try {
  const outcome = await verb.run(base, 11);
  process.stdout.write(outcome.kind === "refusal" ? `REFUSED ${JSON.stringify(outcome)}\n` : "ACK\n");
} catch (error) {
  const { code, message, hint } = error as Fault;
  process.stdout.write(`${error instanceof Fault ? "FAULT" : "THROWN"} ${JSON.stringify({ code, message, hint })}\n`);
}
