// What others signed stays as it is: a pull request adds statements and records, and neither removes nor alters one. A file
// in the name of an allowed signer that this one did not sign would silence what it said before.
import { isMemoryId } from "../memory/ids.ts";
import { type Compared, differs, placeOf, problem, type TrustProblem } from "./compared.ts";

/** Statements, records of devices, and revocations of allowances, which bring one back when they are gone. */
const SIGNED = /^(?:attest|devices)\/|^allowances\/[^/]+\.[0-9a-f]{32}\.json$/;
const STATEMENT = /^attest\/([^/]+)\/([0-9a-f]{16,64})\.([1-9][0-9]{0,14})\.json$/;

export function takenAway(compared: Compared): readonly TrustProblem[] {
  return [...removed(compared), ...forged(compared)];
}

function removed(compared: Compared): readonly TrustProblem[] {
  const { base, forks, head } = compared;
  const gone = forks.flatMap((fork) => [...fork.files.keys()].filter((path) => differs(fork, head, path)));
  return [...new Set(gone)]
    .filter((path) => SIGNED.test(path) && !isForgotten(compared, path) && !isReverted(compared, path))
    .map((path) => {
      const what = head.files.has(path) ? "what somebody signed was altered" : "what somebody signed was removed";
      return problem(compared, "statement-removed", path, what, `git checkout ${base} -- ${placeOf(compared, path)}`);
    });
}

/** Forgetting leaves one last word of an allowed signer and takes the others away (STO-33). */
function isForgotten({ head, after }: Compared, path: string): boolean {
  const id = path.split("/")[1] ?? "";
  if (head.files.has(path) || !path.startsWith("attest/") || !isMemoryId(id)) return false;
  const said = head.as(after).statements(id);
  return said.length > 0 && said.every(({ action, vouches }) => action === "forget" && vouches === null);
}

/** A memory that is gone with the only word ever said about it: whoever brings both back brings nothing older back. */
function isReverted({ forks, head, before, has }: Compared, path: string): boolean {
  const [folder, id = ""] = path.split("/");
  if (folder !== "attest" || !isMemoryId(id)) return false;
  const isAbout = (name: string): boolean => name.startsWith(`attest/${id}/`);
  const stays = [...has.memories, ...has.shadowed].some((memory) => memory.id === id);
  if (stays || [...head.files.keys()].some(isAbout)) return false;
  return forks
    .filter(({ files }) => files.has(path))
    .every((fork) => {
      const said = fork.as(before).statements(id);
      const isOnly = [...fork.files.keys()].filter(isAbout).length === 1 && said.length === 1;
      return isOnly && said.every(({ vouches, dot, seen }) => vouches && dot.n === 1 && Object.keys(seen).length === 0);
    });
}

function forged(compared: Compared): readonly TrustProblem[] {
  const { forks, head, after } = compared;
  return [...head.files.keys()].flatMap((path) => {
    const [, id, device = "", n] = STATEMENT.exec(path) ?? [];
    // What a revoked one says later counts for nothing, and silences nothing either.
    const speaks = after.keys.has(device) && !after.known.has(device);
    if (!isMemoryId(id) || forks.some(({ files }) => files.has(path)) || !speaks) return [];
    const signed = head
      .as(after)
      .pastStatements(id)
      .some(({ dot }) => dot.device === device && dot.n === Number(n));
    const what = `in the name of ${device}, who did not sign it`;
    return signed ? [] : [problem(compared, "statement-forged", path, what, `git rm ${placeOf(compared, path)}`)];
  });
}
