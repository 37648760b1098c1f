// Loaded before the program: it dies at its n-th change of the file system (`?step=N`), or in the middle of it (`&half`).
import { armKill } from "../../crash/steps.ts";

const query = new URL(import.meta.url).searchParams;
armKill({ step: Number(query.get("step")), half: query.has("half") });
