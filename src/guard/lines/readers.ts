// Programs that only read, whatever their operands are. Everything else that is given a path of ours is refused: the list
// is what we know, not what we fear (AGT-21).

const NAMES =
  "ls dir cat tac head tail less more most wc stat file tree eza exa lsd du df bat batcat glow mdcat nl od hexdump strings " +
  "grep egrep fgrep zgrep rg ag ack diff colordiff cmp comm join paste cut tr fold fmt rev column expand unexpand " +
  "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum base64 base32 " +
  "jq test [ echo printf true false : cd pushd popd dirs pwd realpath readlink basename dirname namei getfacl lsattr " +
  "which whereis type hash export declare typeset local readonly unset set shopt alias unalias read mapfile readarray " +
  "source . return exit sleep wait ulimit umask getopts let shift break continue trap zcat bzcat xzcat mountpoint lsof " +
  "apropos man info whatis tldr date id whoami hostname uname env printenv seq yes ps kill jobs fg bg history cargo-tree " +
  "sed awk gawk mawk nawk sort uniq xxd yq find fd fdfind iconv";

const READERS: ReadonlySet<string> = new Set(NAMES.split(" "));

/** The option by which a reader writes, and how it is spelled in a cluster of letters. */
const WRITING: Readonly<Record<string, readonly string[]>> = {
  sort: ["-o", "--output"],
  yq: ["-i", "--inplace"],
  tree: ["-o", "--output"],
  iconv: ["-o", "--output"],
  sed: ["-i", "--in-place"],
  awk: ["-i"],
  gawk: ["-i"],
  fd: ["-x", "-X", "--exec", "--exec-batch"],
  fdfind: ["-x", "-X", "--exec", "--exec-batch"],
  xxd: ["-r"],
  rg: ["--pre"],
  history: ["-w", "-a"],
  less: ["-o", "-O", "--log-file", "--LOG-FILE"],
  info: ["-o", "--output"],
  mapfile: ["-C"],
  readarray: ["-C"],
};

/** Their second operand is written to. */
const SECOND_WRITTEN: ReadonlySet<string> = new Set(["uniq", "xxd"]);

export function onlyReads(name: string, args: readonly string[]): boolean {
  if (!READERS.has(name)) return false;
  if (SECOND_WRITTEN.has(name) && args.filter((word) => !word.startsWith("-")).length > 1) return false;
  return !args.some((word) => WRITING[name]?.some((option) => isOption(word, option)));
}

function isOption(word: string, option: string): boolean {
  if (option.startsWith("--")) return word === option || word.startsWith(`${option}=`);
  return /^-[A-Za-z]/.test(word) && (word.split(/[=./]/)[0] ?? "").includes(option.slice(1));
}
