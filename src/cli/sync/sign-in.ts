// What a person has to do who signs in at a hub: with a browser anywhere, or with a word that an admin gave.
import type { Workbench } from "../../compose/command-line.ts";
import type { SignInWays } from "../../sync/io/hub/sign-in.ts";
import type { Output } from "../output.ts";
import { clip } from "../tell.ts";

export function showSignIn(bench: Pick<Workbench, "show">, out: Output): SignInWays["show"] {
  return ({ address, code }) => {
    bench.show("Sign in with a browser, on this machine or on another:");
    bench.show(`  ${clip(address, out.columns - 4)}`);
    bench.show(`  and type the code  ${clip(code, out.columns - 24)}`);
  };
}
