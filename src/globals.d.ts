// Put in by scripts/bundles.ts from package.json; absent when the source runs unbuilt, so ask with `typeof` first.
declare const __HOLDFAST_VERSION__: string;
