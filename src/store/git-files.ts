// What a store tells git (SYN-13): one file per memory and one ledger per machine go in; nothing derived and nothing of one
// machine does. Said by an allow-list, because a list of what to ignore is always one folder behind. A sync writes these
// texts into every tree it makes: those of a remote don't count.

export const GIT_IGNORE = `# Only what every machine shares; all else stays on this one.
/*
!/.gitattributes
!/.gitignore
!/holdfast.json
!/allowed_signers
!/memories/
!/quarantine/
!/ledger/
!/attest/
!/devices/
!/tombstones/
!/allowances/
# Files of a writer, an editor or a desktop that stand beside a memory for a while.
.holdfast-*.tmp
*~
.*.sw?
.#*
.DS_Store
Thumbs.db
desktop.ini
`;

/** Files are compared by their bytes: git must not change them, whatever the attributes around the store say. */
export const GIT_ATTRIBUTES = "* -text !filter !ident !working-tree-encoding\n";
