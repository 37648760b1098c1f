// Devices of members, by their fingerprints: a stolen one is ended here, and its key revoked on a signer's machine.
import { make } from "../../src/web/page/dom.ts";
import type { DeviceRow } from "../protocol.ts";
import { ask } from "./api.ts";
import { button, type Cell, show, table } from "./parts.ts";
import { act, taken } from "./shell.ts";
import { TEXT } from "./wording.ts";

export async function showDevices(): Promise<void> {
  const told = taken(await ask<{ readonly devices: readonly DeviceRow[] }>("GET", "/devices"));
  if (told === undefined) return;
  const rows = told.devices.map(({ device, fingerprint, name, of, ended }): readonly Cell[] => {
    const act_ = {
      title: TEXT.endDevice(device, of),
      hint: TEXT.endDeviceHint,
      ask: () => ask("DELETE", `/devices/${device}`),
      done: TEXT.deviceEnded(device),
    };
    const end = make("p", { class: "buttons" }, [button(TEXT.end, () => act(act_, showDevices), "danger")]);
    return [
      of,
      // A machine without a name is told by its id, which stands beside it.
      name === device ? "" : name,
      make("code", { text: device }),
      make("code", { text: fingerprint }),
      ended ? TEXT.over : TEXT.active,
      ended ? "" : end,
    ];
  });
  const columns = [TEXT.member, TEXT.name, TEXT.device, TEXT.fingerprint, TEXT.state, TEXT.acts];
  show(TEXT.views.devices, [table(columns, rows, TEXT.noDevices)]);
}
