// A person with machines, in a tenant of their own, so that no history meets the store of another.
import { strict as assert } from "node:assert";
import { type Tenant, tenantOn, type Where } from "../../hub/test/running.ts";
import { hubAt, openHub } from "../../src/compose/hub.ts";
import { openGitRepository } from "../../src/disk/git/repository.ts";
import { deviceText } from "../../src/sync/hub/protocol.ts";
import { fresh, type HubKey } from "../../src/sync/io/hub/session.ts";
import { isRefusal } from "../../src/text/errors.ts";
import { hubKeyIn, type TestedHub } from "../support/hub-machines.ts";
import { type Machine, placesOfMachine } from "../support/sync-machines.ts";

export interface Person extends TestedHub {
  readonly tenant: Tenant;
  /** The name of the person's own store. */
  readonly store: string;
}

export async function personAt(hub: Where): Promise<Person> {
  const { url } = hub;
  const tenant = await tenantOn(hub);
  const person = await tenant.joins([]);
  const known = new Set<string>();
  const enrol = async (key: HubKey): Promise<void> => {
    if (known.has(key.key)) return;
    known.add(key.key);
    const about = { device: key.device, key: key.key, name: "", ...fresh() };
    const body = { ...about, signature: key.sign(deviceText({ hub: url, tenant: tenant.name }, about)) };
    const path = `/v1/${tenant.name}/devices`;
    const added = await tenant.client.ask("POST", path, { token: person.personToken, body });
    if (added.status !== 201) throw new Error(`the device was not added: ${added.text}`);
  };
  return { tenant, url: `${url}/${tenant.name}`, store: `personal/${person.member}`, enrol };
}

/** As `holdfast sync --setup https://...` does, but for the sign-in. */
export async function toHub(on: Machine, person: Person): Promise<void> {
  const places = placesOfMachine(on);
  await person.enrol(hubKeyIn(places.data));
  const setup = await hubAt(person.url, places, false);
  if (setup === undefined) throw new Error("no hub answers there");
  assert.equal(await setup.enter({ show: () => assert.fail("nobody has to sign in") }), undefined);
  setup.accept();
  const git = await openGitRepository(on.root);
  await git.setHub(setup.address.url);
  git.rest();
  on.carrier = (repository) => {
    const carrier = openHub(setup.address.url, repository, places, new Date());
    if (isRefusal(carrier)) throw new Error(carrier.message);
    return carrier;
  };
}
