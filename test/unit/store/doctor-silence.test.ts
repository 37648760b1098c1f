// A pause that somebody forgot, told by doctor over a real state folder.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writePauses } from "../../../src/config/io/pause.ts";
import { examine, type ProbeFinding } from "../../../src/health/doctor/index.ts";
import { type DoctorOptions, doctorOf } from "../../support/doctor.ts";
import { makeBox, placesOf, removeBox } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

describe("SUR-9 AGT-33: silence that somebody asked for is a warning", () => {
  const rows = (options: DoctorOptions = {}): readonly ProbeFinding[] =>
    examine(doctorOf(base, "terminal", NOW, options)).filter(({ name }) => name === "silence");

  test("a pause, here and now, with what ends it", () => {
    const until = "2099-01-01T00:00:00Z";
    const ended = { until: "2020-01-01T00:00:00Z" };
    writePauses(placesOf(base).state, [{}, ended, { project: "example.org/a", until }, { project: "example.org/b" }]);
    const everywhere = {
      name: "silence",
      health: "warning",
      message: "paused everywhere, until you end it: agents are told nothing",
      remedy: "holdfast on",
    };
    expect(rows()).toEqual([everywhere]);
    const here = {
      name: "silence",
      health: "warning",
      message: `paused in this project, until ${until}: agents are told nothing`,
      remedy: "holdfast on --project",
    };
    expect(rows({ projectId: "example.org/a" })).toEqual([everywhere, here]);
  });
});
