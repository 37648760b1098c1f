// Writes one memory, rewrites it and moves it, and acknowledges each on stdout when it is durable.
import { asChecked } from "../../../src/checks/checked.ts";
import { openStore } from "../../../src/store/io/open-store.ts";
import { sha256Hex } from "../../../src/text/digest.ts";

const store = openStore(process.argv[2] ?? "", { scope: "personal" });
const file = "project_order.md";
const [first, second, third] = ["one", "two", "three"].map(asChecked);
if (first === undefined || second === undefined || third === undefined) throw new Error("unreachable");

await store.withLock((writer) => {
  process.stdout.write("BEGIN\n");
  writer.apply({ kind: "create", place: "memories", file, text: first });
  process.stdout.write("ACK create\n");
  writer.apply({ kind: "rewrite", place: "memories", file, base: sha256Hex(first), text: second });
  process.stdout.write("ACK rewrite\n");
  writer.apply({ kind: "move", file, from: "memories", to: "quarantine", base: sha256Hex(second), text: third });
  process.stdout.write("ACK move\n");
});
