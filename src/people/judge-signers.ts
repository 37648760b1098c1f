// What a pull request says of signers: one is added by the word of one who is in the base, and by nothing else.
import type { Anchor } from "../attest/circle.ts";
import type { DeviceRecord } from "../attest/devices.ts";
import { type Compared, placeOf, problem, runIn, type TrustProblem } from "./compared.ts";

export function signerProblems(compared: Compared): readonly TrustProblem[] {
  return [...newLines(compared), ...goneLines(compared), ...newRecords(compared)];
}

const SIGNERS = "allowed_signers";

function newLines(compared: Compared): readonly TrustProblem[] {
  const { tip, forks, head, after, firstUse } = compared;
  const there = new Set([tip, ...forks].flatMap(({ signers }) => signers).map(({ line }) => line));
  return head.signers
    .filter(({ line }) => !there.has(line))
    .flatMap(({ anchor }) => {
      if (anchor === undefined)
        return [
          problem(
            compared,
            "new-signer",
            SIGNERS,
            "a line that is none of a signer of ours",
            `git diff ${placeOf(compared, SIGNERS)}`,
          ),
        ];
      const allowed = firstUse || after.keys.get(anchor.device)?.has(anchor.key) === true;
      return allowed ? [] : [newSigner(compared, SIGNERS, anchor.device)];
    });
}

/** A revocation says that one does not count any more; a line that is gone says nothing, and hides who signed what, unless a record names its key. */
function goneLines(compared: Compared): readonly TrustProblem[] {
  const { base, storeId, forks, head } = compared;
  const named = [...head.records.values()].filter(
    (record) => record?.statement.action === "join" && record.statement.store === storeId,
  );
  const isNamed = (anchor: Anchor | undefined): boolean =>
    named.some((record) => record?.signedWith === anchor?.key && record?.statement.device === anchor?.device);
  const now = new Set(head.signers.map(({ line }) => line));
  const next = `git checkout ${base} -- ${placeOf(compared, SIGNERS)}`;
  const lines = forks.flatMap(({ signers }) => signers.map((each) => [each.line, each] as const));
  return [...new Map(lines).values()]
    .filter(({ line, anchor }) => !now.has(line) && !isNamed(anchor))
    .map(({ anchor }) =>
      problem(compared, "signer-removed", SIGNERS, `the line of ${anchor?.device ?? "a signer"} is gone`, next),
    );
}

function newRecords(compared: Compared): readonly TrustProblem[] {
  const { tip, forks, head } = compared;
  return [...head.records]
    .filter(([path]) => ![tip, ...forks].some(({ files }) => files.has(path)))
    .flatMap(([path, record]) => recordProblem(compared, path, record) ?? []);
}

function recordProblem(compared: Compared, path: string, record: DeviceRecord | undefined): TrustProblem | undefined {
  const { storeId, after, firstUse } = compared;
  const remove = `git rm ${placeOf(compared, path)}`;
  if (record === undefined || record.statement.store !== storeId)
    return problem(compared, "not-a-record", path, "no whole, signed record of this store", remove);
  const { statement, signedWith, mark } = record;
  const { action, device, key, by } = statement;
  if (action === "join") {
    const isOwn = signedWith === key;
    return isOwn && (firstUse || after.keys.get(device)?.has(key) === true)
      ? undefined
      : newSigner(compared, path, device);
  }
  const counts = after.keys.get(by)?.has(signedWith) === true && after.known.get(by)?.has(mark) !== false;
  if (counts) return undefined;
  return problem(compared, "not-a-record", path, `its signer ${by} is none that the base allows`, remove);
}

/** Told to whoever reviews it: from here on the team hears this one no more. */
export function revocationNotes({ tip, forks, head, after }: Compared): readonly string[] {
  return [...head.records].flatMap(([path, record]) => {
    if (record?.statement.action !== "revoke" || [tip, ...forks].some(({ files }) => files.has(path))) return [];
    const { device, by } = record.statement;
    return after.known.has(device) ? [`${device} is revoked by ${by}: what it signs from now on is refused`] : [];
  });
}

function newSigner(compared: Compared, path: string, device: string): TrustProblem {
  const next = runIn(compared, `holdfast trust --add ${device}`);
  return problem(compared, "new-signer", path, `${device} is a new signer that no signer of the base approved`, next);
}
