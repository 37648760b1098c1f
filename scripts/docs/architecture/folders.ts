// Which folder of src/ imports which, from the files themselves, and the same between the groups that the picture draws
// as one box.
import { folderOf, isOpener, type SourceTree, targetOf } from "../../../test/support/source-tree.ts";

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** No other file of the folder does it than its open.ts or open-*.ts. */
  readonly openersOnly: boolean;
}

export function folderEdges({ imports }: SourceTree): readonly Edge[] {
  const found = [...imports].flatMap(([file, list]) =>
    list
      .filter(({ from }) => from.startsWith("."))
      .map(({ from }) => ({ from: folderOf(file), to: folderOf(targetOf(file, from)), openersOnly: isOpener(file) })),
  );
  return joined(found);
}

/** Each folder replaced by its group; what stays within a group is no edge. */
export function groupEdges(edges: readonly Edge[], groupOf: (folder: string) => string): readonly Edge[] {
  return joined(edges.map((edge) => ({ ...edge, from: groupOf(edge.from), to: groupOf(edge.to) })));
}

function joined(edges: readonly Edge[]): readonly Edge[] {
  const byEnds = new Map<string, Edge>();
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    const key = `${edge.from} ${edge.to}`;
    const openersOnly = edge.openersOnly && (byEnds.get(key)?.openersOnly ?? true);
    byEnds.set(key, { ...edge, openersOnly });
  }
  return [...byEnds.values()].sort((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1));
}

/** Folders in the order of their depth: what imports most stands first. */
export function inDepth(edges: readonly Edge[]): readonly string[] {
  const depth = (folder: string): number =>
    Math.max(0, ...edges.filter(({ from }) => from === folder).map(({ to }) => 1 + depth(to)));
  const folders = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort();
  const depths = new Map(folders.map((folder) => [folder, depth(folder)]));
  return folders.sort((a, b) => (depths.get(b) ?? 0) - (depths.get(a) ?? 0));
}
