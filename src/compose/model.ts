// The model that the configuration names, with its budgets, its record and its log. The key is read here, from the one
// variable that was named, and given to the provider alone.
import { withSecretsMasked } from "../checks/secret-findings.ts";
import type { CheckSettings } from "../checks/settings.ts";
import type { Places } from "../disk/places.ts";
import { findProgram } from "../disk/programs.ts";
import { openModel, type ProviderSettings } from "../observer/io/model/locked-call.ts";
import { openSpend } from "../observer/io/model/spend.ts";
import type { Model } from "../observer/model.ts";
import type { ObserverSettings } from "../observer/said/settings.ts";

export interface ModelRequest {
  readonly settings: ObserverSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly checks: CheckSettings;
  readonly notice: (sentence: string) => void;
}

export function modelWith(places: Places, { settings, env, checks, notice }: ModelRequest): Model {
  const { price, limits } = settings;
  return openModel({
    provider: providerOf(places, settings, env),
    ...(price === undefined ? {} : { price }),
    spend: openSpend(places.state, { limits }),
    stateDir: places.state,
    mask: (text) => withSecretsMasked(text, "personal", checks) ?? "(left out: the secret scanner failed)",
    notice,
    now: () => new Date(),
  });
}

function providerOf(places: Places, settings: ObserverSettings, env: ModelRequest["env"]): ProviderSettings {
  const { provider, model, url = "", program = "", keyVariable } = settings;
  const key = keyVariable === undefined ? undefined : env[keyVariable];
  if (provider !== "claude") return { kind: provider, url, model, key };
  const bubblewrap = findProgram("bwrap", "/usr/bin:/bin");
  return {
    kind: provider,
    program,
    model,
    env,
    cacheDir: places.cache,
    ...(url === "" ? {} : { url }),
    ...(bubblewrap === undefined ? {} : { bubblewrap }),
  };
}
