// What a release says of itself: the registry's entry for the MCP server, the manifest of the one-click bundle, and the
// list of what is bundled. Pure; the version and the name are package.json's, and nothing else knows them.

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly mcpName: string;
  readonly engines: { readonly node: string };
}

export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** As npm's lock file has it: `sha512-` and base64. */
  readonly integrity?: string | undefined;
}

/** The registry takes 100 characters. */
const SHORT = "Memory for coding agents that you can trust: Markdown in git, three tiers, authority by channel.";

export function registryEntry({ name, version, mcpName }: Package): object {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName,
    title: "Holdfast",
    description: SHORT,
    version,
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
      },
    ],
  };
}

export function bundleManifest({ name, version, description, license, engines }: Package): object {
  return {
    manifest_version: "0.3",
    name,
    display_name: "Holdfast",
    version,
    description,
    author: { name: "The Holdfast contributors" },
    license,
    server: {
      type: "node",
      entry_point: "server/mcp.mjs",
      mcp_config: { command: "node", args: [`${DIRNAME}/server/mcp.mjs`] },
    },
    tools_generated: true,
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: engines.node } },
  };
}

/** The host's variable, not ours. */
const DIRNAME = ["$", "{__dirname}"].join("");

/** CycloneDX without what differs from run to run: no serial number, no time. */
export function billOfMaterials(
  { name, version, license }: Pick<Package, "name" | "version" | "license">,
  bundled: readonly Bundled[],
): object {
  const purl = (each: { name: string; version: string }): string =>
    `pkg:npm/${each.name.replace("@", "%40")}@${each.version}`;
  const own = { type: "application", name, version, purl: purl({ name, version }), licenses: [licenceOf(license)] };
  const components = bundled.map((each) => ({
    type: "library",
    "bom-ref": purl(each),
    name: each.name,
    version: each.version,
    purl: purl(each),
    licenses: [licenceOf(each.license)],
    ...(each.integrity === undefined ? {} : { hashes: [hashOf(each.integrity)] }),
  }));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { ...own, "bom-ref": own.purl } },
    components,
    dependencies: [{ ref: own.purl, dependsOn: components.map((each) => each["bom-ref"]) }],
  };
}

function licenceOf(id: string): object {
  return /[ (]/.test(id) ? { expression: id } : { license: { id } };
}

function hashOf(integrity: string): object {
  return { alg: "SHA-512", content: Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex") };
}
