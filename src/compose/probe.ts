// An agent's installed entry, fed with what that agent sends (AGT-34). Loaded by `doctor --probe` only.
import { homedir } from "node:os";
import { readForeign } from "../disk/edit-files.ts";
import { descend } from "../disk/paths.ts";
import { type Places, placeArguments } from "../disk/places.ts";
import { speakerNamed } from "../hosts/heard.ts";
import { placesOf } from "../hosts/host.ts";
import { type SampleWorld, samplesFor } from "../hosts/samples.ts";
import { HOOK } from "../install/io/hook-copy.ts";
import { probe } from "../install/io/probe.ts";
import { type Judged, judged } from "../install/probed.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";

export interface ProbeRequest {
  readonly name: string;
  readonly places: Places;
  readonly cwd: string;
  readonly prompt: string;
  readonly forbidden: string | undefined;
}

export async function probeHost(request: ProbeRequest): Promise<readonly Judged[] | Refusal> {
  const { name, places, cwd, prompt, forbidden } = request;
  const speaker = speakerNamed(name);
  if (speaker === undefined)
    return refuse("usage", `There is no agent "${name}".`, "holdfast connect --help names them");
  const { host } = speaker;
  const { settings } = placesOf(host, process.env, homedir());
  const read = readForeign(settings);
  if (isRefusal(read)) return read;
  if (read.bytes === undefined) {
    const hint = `holdfast connect --agent ${host.name}`;
    return refuse("agent-missing", `${host.title} is not connected: there is no ${settings}.`, hint);
  }
  const at: SampleWorld = {
    session: "holdfast-probe",
    cwd,
    file: descend(places.store, "memories", "feedback_probe.md"),
    prompt,
    forbidden,
  };
  const installed = {
    text: new TextDecoder().decode(read.bytes),
    hookPath: descend(places.data, HOOK),
    args: ["--host", host.name, ...placeArguments(places, homedir())],
  };
  return (await probe(installed, samplesFor(name, at), cwd)).map(judged);
}
