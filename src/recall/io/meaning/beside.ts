// The table beside this module: in the sources it lies here, and where it is built beside the program.
import { fileURLToPath } from "node:url";
import { child, parentOf } from "../../../disk/paths.ts";
import { once } from "../../../text/values.ts";
import type { Meaning } from "../../vectors.ts";
import { meaningAt, TABLE_FILE } from "./table.ts";

/** Read once by a process, when it is first asked for. */
export const meaningBeside: () => Meaning | undefined = once(() =>
  meaningAt(child(parentOf(fileURLToPath(import.meta.url)), TABLE_FILE)),
);
