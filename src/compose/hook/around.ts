// Where the event happened: our folders and the project. Found out once, when it is first asked for: a tool call asks three
// times, and the guard must be able to fail on its own.
import { homedir } from "node:os";
import { type ProjectIdentity, projectIdentity } from "../../disk/git/project-identity.ts";
import { type Places, placesFrom } from "../../disk/places.ts";
import type { HookCall } from "./call.ts";

export interface Around {
  readonly places: Places;
  readonly project: ProjectIdentity | undefined;
}

export function aroundOf(cwd: string, { env }: HookCall): Around {
  let places: Places | undefined;
  let project: { readonly found: ProjectIdentity | undefined } | undefined;
  return {
    get places() {
      places ??= placesFrom(env, homedir());
      return places;
    },
    get project() {
      project ??= { found: projectIdentity(cwd) };
      return project.found;
    },
  };
}
