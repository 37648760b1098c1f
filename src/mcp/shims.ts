// Stands in for the SDK's own choice of platform parts when it is bundled (scripts/bundles.ts): a JSON Schema validator that
// makes no code out of strings, at a sixth of the size. We advertise schemas and never validate by one of a client's.
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";

const own: NodeJS.Process = globalThis.process;

export { own as process };
