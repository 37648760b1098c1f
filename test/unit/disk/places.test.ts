import { describe, expect, test } from "vitest";
import { placesFrom } from "../../../src/disk/places.ts";
import { thrown } from "../../support/disk.ts";

describe("where things live", () => {
  test("STO-1, STO-3: the defaults, on every system", () => {
    expect(placesFrom({}, "/home/u")).toEqual({
      store: "/home/u/.holdfast",
      config: "/home/u/.config/holdfast",
      state: "/home/u/.local/state/holdfast",
      data: "/home/u/.local/share/holdfast",
      cache: "/home/u/.cache/holdfast",
    });
  });

  test("STO-3: XDG variables move them; empty and relative values are ignored", () => {
    const env = { XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "state", XDG_DATA_HOME: "", XDG_CACHE_HOME: "/x/../y/" };
    const places = placesFrom(env, "/home/u");
    expect(places.config).toBe("/c/holdfast");
    expect(places.state).toBe("/home/u/.local/state/holdfast");
    expect(places.data).toBe("/home/u/.local/share/holdfast");
    expect(places.cache).toBe("/y/holdfast");
  });

  test("STO-3: a store inside of what may be deleted, or around it, is refused", () => {
    for (const store of [
      "/home/u/.local/share/holdfast",
      "/home/u/.local/state/holdfast/s",
      "/home/u/.config",
      "/home/u",
    ]) {
      expect([store, thrown(() => placesFrom({ HOLDFAST_HOME: store }, "/home/u")).code]).toEqual([store, "usage"]);
    }
    expect(placesFrom({ HOLDFAST_HOME: "/home/u/.local/share/holdfast-mine" }, "/home/u").store).toBe(
      "/home/u/.local/share/holdfast-mine",
    );
  });

  test("STO-1, SUR-6: --store wins over HOLDFAST_HOME, which wins over the default", () => {
    const env = { HOLDFAST_HOME: "/srv/memories" };
    expect(placesFrom(env, "/home/u").store).toBe("/srv/memories");
    expect(placesFrom(env, "/home/u", { store: "/other" }).store).toBe("/other");
    expect(placesFrom(env, "/home/u", { store: "here" }).store).toBe(`${process.cwd()}/here`);
    expect(placesFrom({ HOLDFAST_HOME: "" }, "/home/u").store).toBe("/home/u/.holdfast");
  });

  test("STO-1: a relative HOLDFAST_HOME is refused, for it would name another store in each folder", () => {
    expect(thrown(() => placesFrom({ HOLDFAST_HOME: "memories" }, "/home/u")).code).toBe("usage");
    expect(thrown(() => placesFrom({}, "u")).code).toBe("usage");
  });
});
