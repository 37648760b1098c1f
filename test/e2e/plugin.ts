import type { FakeModel } from "../support/fake-model.ts";
import type { Check } from "./view.ts";

export async function checkPlugin(_program: string, _fake: FakeModel, _check: Check): Promise<void> {}
