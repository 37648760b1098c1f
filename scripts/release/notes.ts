// What a release says about itself: its section of CHANGELOG.md, and the channel its version goes to. Pure.

/** Undefined where the changelog has no section of that version yet: `npm run notes` writes it. */
export function notesOf(changelog: string, version: string): string | undefined {
  const [, ...sections] = changelog.split(/^## /m);
  const own = sections.find((section) => section.split("\n", 1)[0]?.trim() === version);
  const text = own?.slice(own.indexOf("\n")).trim();
  return text === undefined || text === "" ? undefined : `${text}\n`;
}

/** The dist-tag of npm. `npm install holdfast` gets `latest`: a version with a hyphen is for whoever asks for it. */
export function channelOf(version: string): "latest" | "next" {
  return version.includes("-") ? "next" : "latest";
}
