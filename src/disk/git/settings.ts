// What every git of ours is told (SYN-12): nobody's hooks, filters, signing, watchers, pagers or prompts; and which
// variables it may see, by an allow-list. Given on each call, so that no configuration of the user's is changed.

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A file that is empty and a folder that has nothing in it. On Windows `/dev/null` is a folder in the root of a drive to a
 * program that knows no other meaning, and anybody may make one there.
 */
export function nowhere(platform: NodeJS.Platform = process.platform): string {
  return platform === "win32" ? "NUL" : "/dev/null";
}

const SETTINGS: Readonly<Record<string, string>> = {
  "core.hooksPath": nowhere(),
  "core.fsmonitor": "false",
  "core.untrackedCache": "false",
  "core.fsync": "all",
  "core.askPass": "",
  "core.pager": "cat",
  // Bytes are compared as they are, and the user's own lists of what to ignore are about other repositories.
  "core.autocrlf": "false",
  "core.safecrlf": "false",
  "core.attributesFile": nowhere(),
  "core.excludesFile": nowhere(),
  "core.fileMode": "false",
  "core.quotePath": "false",
  // Names that another system would fold into `.git` are refused on this one too.
  "core.protectHFS": "true",
  "core.protectNTFS": "true",
  "core.sparseCheckout": "false",
  "core.splitIndex": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "commit.gpgSign": "false",
  "tag.gpgSign": "false",
  "push.gpgSign": "false",
  "log.showSignature": "false",
  "merge.directoryRenames": "false",
  "submodule.recurse": "false",
  "fetch.recurseSubmodules": "false",
  "fetch.writeCommitGraph": "false",
  "push.recurseSubmodules": "no",
  "i18n.commitEncoding": "utf-8",
  "i18n.logOutputEncoding": "utf-8",
  "protocol.ext.allow": "never",
  // A tree with a bad entry must not stop the rest (SYN-11): such entries are reported one by one instead.
  "fetch.fsckObjects": "false",
  "transfer.fsckObjects": "false",
};

/** `-c name=value`, again and again. */
export function settingArguments(more: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.entries({ ...SETTINGS, ...more }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Below 1000 bytes a second for this long, an HTTP transfer is given up; curl counts whole seconds. */
export function patienceSettings(budgetMs: number): Readonly<Record<string, string>> {
  const seconds = Math.min(10, Math.max(1, Math.ceil(budgetMs / 1000)));
  return { "http.lowSpeedLimit": "1000", "http.lowSpeedTime": String(seconds) };
}

/** Where programs and the user's own configuration are, how the network is reached, and agents that hold keys. */
const PASSED: ReadonlySet<string> = new Set(
  `PATH HOME USER LOGNAME TMPDIR TZ XDG_CONFIG_HOME XDG_RUNTIME_DIR SSH_AUTH_SOCK SSH_AGENT_PID KRB5CCNAME
  DBUS_SESSION_BUS_ADDRESS HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE
  GIT_SSL_CAINFO GIT_SSL_CAPATH SYSTEMROOT WINDIR COMSPEC PATHEXT USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA
  PROGRAMDATA PROGRAMFILES TEMP TMP`.split(/\s+/),
);

/** Whether git may see a variable of this name. */
export function mayPass(name: string): boolean {
  return PASSED.has(name.toUpperCase());
}

const FIXED: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  GCM_INTERACTIVE: "never",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_PAGER: "cat",
  GIT_EDITOR: "false",
  LC_ALL: "C",
};

/** `protocols`: the ones that git may speak in this call; without them it reaches nothing. */
export function gitEnvironment(
  env: Environment,
  protocols: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && mayPass(name)) passed[name] = value;
  }
  return { ...passed, ...FIXED, GIT_ALLOW_PROTOCOL: protocols.join(":"), ...more };
}

/** The user's own ssh, told not to ask. No new shared connection: its background process would outlive the call. */
export function sshCommand(own: string | undefined, budgetMs: number): string {
  const program = own === undefined || own.trim() === "" ? "ssh" : own;
  if (/plink/i.test(program)) return `${program} -batch`;
  const seconds = Math.min(10, Math.max(1, Math.floor(budgetMs / 1000)));
  return `${program} -o BatchMode=yes -o ConnectTimeout=${seconds} -o ControlMaster=no`;
}
