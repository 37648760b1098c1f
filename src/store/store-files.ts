// A store as a set of files (IMP-2): everything that is part of the truth, byte for byte, by its path below the root.

export interface StoreFile {
  /** With slashes, such as `memories/project_x.md`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface StoreFiles {
  /** Sorted by path. */
  all(): readonly StoreFile[];
  /** What could not be read, and why. */
  refused(): readonly { readonly path: string; readonly reason: string }[];
  read(path: string): Uint8Array | undefined;
  /** Something stands there that is no file to be read: a link, a folder, somebody else's. */
  isOdd(path: string): boolean;
  /** Makes a new file; only under the store's lock. `exists` where something stands there. */
  create(path: string, bytes: Uint8Array): "exists" | undefined;
  /** Whatever stands there gets another name beside it, which is given; nothing stood there: undefined. */
  setAside(path: string, now: Date): string | undefined;
  /** The marker of a store that holds nothing yet gives way to the one it is filled from. */
  replaceMarker(bytes: Uint8Array): void;
}
