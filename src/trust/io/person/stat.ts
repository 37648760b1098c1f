// A process as Linux tells of it in /proc/PID/stat: `pid (name) state ppid ...`.

/** What stands behind the name, which may itself hold brackets and spaces: the last bracket ends it. */
export function statFields(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
