// Loaded before the program: it ends itself before its n-th change of the file system.
import { armKill } from "../../crash/steps.ts";

const step = Number(process.env["KILL_AT"]);
if (step > 0) armKill({ step, half: step % 2 === 0 });
