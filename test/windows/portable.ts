// The unit files that say the same on every system. What is not here looks at mode bits, links, /proc or POSIX paths by its nature.

/** A sample of every room, for the short form. */
export const SAMPLE: readonly string[] = [];

export const PORTABLE: readonly string[] = [];

/** Tests in those files that fail under Wine, each with its reason. */
export const KNOWN: Readonly<Record<string, string>> = {};
