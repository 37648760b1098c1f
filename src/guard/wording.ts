// What the guard tells an agent: what was refused, and the command or tool that is right instead (AGT-20).

const RIGHT =
  "To keep something, use the memory_remember tool or `holdfast add`; changes and trust are the person's: they can run `holdfast edit NAME`.";

const UNREAD: string = `This command could not be read for sure, and it names a folder of Holdfast. Write it more plainly. ${RIGHT}`;

export const REASONS = {
  file: (path: string): string => `${shown(path)} belongs to Holdfast. ${RIGHT}`,
  command: (program: string, path: string): string =>
    `\`${shown(program)}\` would write to ${shown(path)}, which belongs to Holdfast. ${RIGHT}`,
  holding: (program: string, path: string): string =>
    `\`${shown(program)}\` on ${shown(path)} would reach a folder of Holdfast that lies in it. Leave that folder out, for example with \`-not -path '*/.holdfast/*'\`. ${RIGHT}`,
  code: (program: string): string =>
    `This ${shown(program)} code names a folder of Holdfast. To read a memory, use the memory_search tool, \`holdfast show NAME\` or a reading command such as \`cat\`. ${RIGHT}`,
  git: (verb: string): string =>
    `\`git ${shown(verb)}\` would change a store of Holdfast behind its back. Reading (\`git log\`, \`git diff\`, \`git status\`, \`git show\`) is fine. ${RIGHT}`,
  unread: UNREAD as string,
  long: "This line or patch is too long or too nested to be judged. Put the text into a file, or split it.",
  folders: "This call names several folders to run its command in. Name the one that is meant, and run it again.",
  verb: (verb: string, yours: readonly string[]): string =>
    `\`holdfast ${shown(verb)}\` is a person's act. Ask the person to run it in a terminal of their own. Yours are: ${yours.join(", ")}.`,
  option: (verb: string, option: string): string =>
    `\`holdfast ${verb} ${option}\` is a person's act; without it \`holdfast ${verb}\` is yours to use.`,
  narrow: (verb: string, options: readonly string[]): string =>
    `\`holdfast ${verb}\` by itself is a person's act. Yours: ${options.map((name) => `\`holdfast ${verb} --${name}\``).join(", ")}.`,
  hiddenVerb:
    "This line calls holdfast with a command that can't be read from it. Write the command out, for example `holdfast search WORD`.",
  found: (findings: string): string =>
    `This memory was not written:\n${findings}\nChange the text and write it again; leave out secrets and orders to an agent.`,
  masked: (rules: string): string => `Secrets were masked before this memory was written (${rules}).`,
} as const;

/** One line, printable, cut: what an agent typed comes back to it as data. */
function shown(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]+/g, "?").replaceAll("`", "'");
  return plain.length > 120 ? `${plain.slice(0, 117)}...` : plain;
}
