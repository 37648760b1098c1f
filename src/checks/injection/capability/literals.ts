// Spellings that ask for a capability in any language: options that switch a protection off, files that an agent or a
// shell obeys, commands that reach out (CHK-23). Project commands such as `npm test` are not among them.
import type { Capability } from "../hit.ts";

/** The long pattern is compiled, for some milliseconds, only where the short one says that it may match. */
interface Literal {
  readonly capability: Capability;
  readonly when: RegExp;
  readonly find: RegExp;
}

export const LITERALS: readonly Literal[] = [
  // A bare number, or a port on an outside address.
  {
    capability: "network",
    when: /\d\.\d|:\d{2}/,
    find: /\bhttps?:\/\/(?!127\.|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}|(?<![\w.])(?!127\.|0\.0\.0\.0|255\.)(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d)(?!\/\d)|\b(?:[a-z0-9-]{1,40}\.){1,4}(?:com|net|org|io|dev|invalid|cloud|xyz|info|ru|cn):\d{2,5}\b/g,
  },
  {
    capability: "shell",
    when: /sudo|\brm\s+-|curl|wget|\|\s*(?:sudo\s+)?(?:ba|z)?sh|eval|sh\s+-c|python|node\s+-e|chmod|chown|\bnc\s|push|base64|crontab|scp\s|rsync|ssh\s|docker|npx|iptables|powershell|history|histfile|ngrok/,
    find: /(?<![\w-])sudo\s+\S|\brm\s+-(?:\w*r\w*f|\w*f\w*r)\w*|\b(?:curl|wget)\s+(?:-{1,2}\S+\s+){0,6}["']?https?:\/\/|\|\s{0,4}(?:sudo\s+)?(?:ba|z)?sh\b|\beval\s+["'`]?\$\(|\b(?:ba|z)?sh\s+-c\b|\bpython\d?\s+-c\b|\bnode\s+-e\b|\bchmod\s+(?:-r\s+)?(?:0?777|a\+rwx|\+s|u\+s|666)\b|\bchown\s+-r\b|\bnc\s+-\w*[el]|\bgit\s+push\s+(?:\S+\s+){0,4}?(?:--force\b(?!-with-lease)|-f\b|--mirror\b)|\bbase64\s+(?:-d|--decode)\b|\bcrontab\b|\b(?:scp|rsync)\s+\S+\s+\S*:|\bssh\s+\S+@\S+|\bdocker\s+run\s[^\n]{0,80}(?:--privileged|-v\s+\/:)|\bnpx\s+(?:-y|--yes)\s|\biptables\s+-f\b|\bpowershell\b[^\n]{0,40}-(?:enc|e|nop|ep)\b|\bhistory\s+-c\b|\bunset\s+histfile\b|\bngrok\b/g,
  },
  {
    capability: "install",
    when: /install|\badd\s|index-url|trusted-host|registry|git\+|@(?:main|master|latest|dev|head)|go\s+get|require/,
    find: /\b(?:npm\s+(?:i|install|add)|pnpm\s+add|yarn\s+add|bun\s+add|pip3?\s+install|uv\s+(?:add|pip\s+install)|pipx\s+install|poetry\s+add|cargo\s+(?:install|add)|go\s+(?:get|install)|gem\s+install|brew\s+install|apt(?:-get)?\s+install|apk\s+add|yum\s+install|dnf\s+install|composer\s+require|dotnet\s+add\s+package|code\s+--install-extension|helm\s+install|choco\s+install|winget\s+install)\s+(?!-[rc]\b|--require|--package-lock-only|--frozen|--only|--no-save\b|--ci\b|\.(?:\s|$))(?:-{1,2}[\w=-]+\s+){0,4}["'`]?[@\w][\w@/.:+-]*|--(?:extra-)?index-url\b|--trusted-host\b|\b(?:npm|yarn|pnpm)\s+config\s+set\s+registry\b|--registry[= ]\s{0,2}http|\bgit\+(?:https?|ssh):\/\/|\b[\w.-]{2,40}\/[\w.-]{2,60}@(?:main|master|latest|dev|head)\b/g,
  },
  {
    capability: "disable-check",
    when: /--|[_=@#|[]|:\s*[*]|false|true|none|exit|return|md5|ufw|pickle|yaml\.|\syes|nopasswd|insecure|dangerously|0\.0\.0\.0|setenforce|unauthorized|hostkey|hostsfile|nosemgrep|ssl|curl|http|rc4|ftp|telnet|sha|random/,
    find: /(?<![\w-])--no-(?:verify|gpg-sign|check-certificate|check|checks|audit|lint|test|tests|sandbox|strict|validate|signature|hooks?|auth|tls|ssl-verify|verify-ssl|review|confirm|immutable|frozen-lockfile|integrity)\b|(?<![\w-])--(?:skip|ignore|disable)-(?!scripts\b)[\w-]+|(?<![\w-])--(?:insecure|allow-unauthenticated|allow-insecure|force-yes|legacy-peer-deps|nogpgcheck|allow-downgrades|passwithnotests|force-exclude|dangerously-[\w-]+|yolo|trusted-host|allow-root|privileged|passwordless|accept-all)\b|\bcurl\s+(?:\S+\s+){0,4}-k\b|\bcurl\b[^\n.]{0,12}\s-k\b|\bverify\s{0,2}[=:]\s{0,2}false\b|\bverify_?(?:ssl|certs?|peer|signature)\s{0,2}[=:]\s{0,2}(?:false|0|none|no)\b|\bssl_?verify\s{0,2}[=:]\s{0,2}(?:false|0)\b|\bstrict-ssl\s{0,2}[= ]\s{0,2}false\b|\b(?:sslmode|tls)\s{0,2}=\s{0,2}disable\b|\brejectunauthorized\s{0,2}:\s{0,2}false\b|\bnode_tls_reject_unauthorized\b|\binsecureskipverify\b|\bgit_ssl_no_verify\b|\bpythonhttpsverify\s{0,2}=\s{0,2}0|\bhttp\.sslverify\s{0,2}[= ]\s{0,2}false|\bstricthostkeychecking\s{0,2}[= ]\s{0,2}(?:no|off)\b|\buserknownhostsfile\s{0,2}[= ]\s{0,2}\/dev\/null|\bhusky\s{0,2}=\s{0,2}0|\b(?:skip|bypass|disable|no)_[a-z][a-z_]{2,30}\s{0,2}=\s{0,2}(?:1|true|yes)\b|\bforce_ok\b|\[(?:skip ci|ci skip|skip tests?)\]|\beslint-disable\b|@ts-(?:nocheck|ignore|expect-error)\b|#\s{0,2}(?:noqa|nosec|type:\s{0,2}ignore)\b|\bnosemgrep\b|\bcontinue-on-error\s{0,2}:\s{0,2}true\b|\ballow_failure\s{0,2}:\s{0,2}true\b|\|\|\s{0,2}true\b|\bexit\s+0\b|\bsetenforce\s+0\b|\bselinux\s{0,2}=\s{0,2}(?:disabled|permissive)|\bufw\s+disable\b|\b0\.0\.0\.0\/0\b|\baccess-control-allow-origin\s{0,2}:\s{0,2}\*|\bpickle\.loads?\b|\byaml\.(?:unsafe_)?load\(|\bshell\s{0,2}=\s{0,2}true\b|\bdangerouslysetinnerhtml\b|\bpermitrootlogin\s+yes\b|\bpasswordauthentication\s+yes\b|\bnopasswd\b|\ballowed_hosts\s{0,2}=\s{0,2}\[\s{0,2}["']\*|\bmath\.random\b|\bplain\s+http\b|\bover\s+http\b|\brc4\b|\bftp:\/\/|\btelnet\b|\bsha-?1\b(?=[^\n.]{0,60}\bpassw)|\balg\s{0,2}[:=]\s{0,2}["']?none\b|\bstrict["']?\s{0,2}[:=]\s{0,2}false\b|\bmd5\b(?=[^\n.]{0,80}\b(?:salt|password|passw|contrase|passwort)|[^\n.]{0,60}(?:비밀번호|密码|パスワード))/g,
  },
  {
    capability: "reveal-secret",
    when: /~|\$home|\/etc|id_|env|set\s+-x/,
    find: /(?<![\w.])(?:~|\$home)\/\.(?:ssh|aws|gnupg|netrc|npmrc|pypirc|docker|kube|config\/gcloud)\b|\/etc\/(?:shadow|passwd)\b|\bid_(?:rsa|ed25519)\b(?!\.pub)|\bprintenv\b|\benv\s{0,2}\|\s{0,2}(?:sort|tee|curl)|\bcat\s+\S{0,40}\.env\b(?!\.example)|\bset\s+-x\b/g,
  },
  {
    capability: "edit-agent-setup",
    when: /bash\(|permission|pull_request|authorized|hookspath|git\s+config|mcp|approve|alwaysallow|defaultmode|hooks/,
    find: /\bbash\(\*{1,2}(?::\*)?\)|\bbypasspermissions\b|\bdisableallhooks\b|\bpermissions\s{0,2}:\s{0,2}write-all\b|\bpull_request_target\b|\bauthorized_keys\b|\bcore\.hookspath\b|\bgit\s+config\s+--(?:global|system)\b|\b(?:enableallprojectmcpservers|autoapprove|alwaysallow|auto_approve)\b|\bdefaultmode\b[^\n]{0,20}\b(?:bypass|acceptedits|dontask)/g,
  },
];

/** An address on the network. File names and the machine itself are none. */
export const HOST: RegExp =
  /\b(?:https?|ssh|ftps?|sftp|wss?|git|s3|gs|tcp):\/\/(?!localhost\b|127\.|0\.0\.0\.0|\[::1\])(?=[\w[])[^\s<>"'`)\],、。，；]+|(?<![\w.@])(?:[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?\.){1,4}(?:com|net|org|io|dev|example|invalid|internal|app|cloud|xyz|info|biz|online|site|top|ru|cn|tk|me|eu|us|uk|de|kr|jp|es|fr|tv|to|cc|link|click|store|tech|ai)(?![\w-]|\.(?:ts|js|md|json|py|ya?ml|toml|txt))(?::\d{2,5})?(?:\/[^\s<>"'`)\],、。，；]*)?|\b(?!127\.|10\.0\.2\.|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?\b(?!\.\d)|\b[\w.+-]{1,40}@(?:[a-z0-9-]{1,40}\.){1,3}[a-z]{2,10}\b/g;

/**
 * What is written to be read as a name or a project's own command, not as words of the sentence: "npm ci" is no CI,
 * test/unit no test. Hidden folders stay, since agents and shells obey files in them.
 */
export const NAMES: RegExp =
  /(?<![\w-])--?[a-z][\w-]*|\b(?:npm|pnpm|yarn|bun|make|cargo|go|just|task|uv|poetry|mvn|gradle|dotnet)\s+(?:ci|tests?|t|build|lint|fmt|vet|check|run(?:\s+[\w:.-]+)?)(?![\w-])|\bpull\s+requests?\b(?=\s+(?:alone|only))|(?<![\w./~-])(?!public\/)[\w-]+\/[\w./*-]*/g;
