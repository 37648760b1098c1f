// The name of the index that this program makes under this Node.
import { nameOf } from "../../src/recall/io/index/database.ts";
import { versionKey } from "../../src/recall/io/index/meta.ts";

export const INDEX_FILE: string = nameOf(versionKey());
