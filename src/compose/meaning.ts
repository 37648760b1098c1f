// Asking what is near in meaning (ARR-5a), for those who are asked by somebody that waits: the command line and the server.
import { type NearFrom, nearBy } from "../recall/io/index/near.ts";
import { meaningBeside } from "../recall/io/meaning/beside.ts";

export const NEAR: NearFrom = nearBy(meaningBeside);
