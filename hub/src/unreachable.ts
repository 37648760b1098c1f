// Why a database can't be used, in words, for commands and the doctor alike: by the engine's code or the system's. Nothing of the address is
// told, which has the password.
interface Wrongly {
  /** Without a full stop. */
  readonly what: string;
  readonly next: string;
}

const ADDRESS = "postgres://ROLE:PASSWORD@HOST:PORT/DATABASE";
const LOGIN: Wrongly = {
  what: "PostgreSQL does not let this role in: a wrong role or password in the database's address, or no line for it in pg_hba.conf",
  next: `HOLDFAST_HUB_DATABASE=${ADDRESS}; a new password: ALTER ROLE ROLE PASSWORD '...', as a superuser`,
};
const SILENT: Wrongly = {
  what: "Nothing answers in time at the host of the database's address",
  next: "look whether PostgreSQL runs there and a firewall lets this machine through",
};
const NO_HOST: Wrongly = {
  what: "The host of the database's address has no entry in the DNS",
  next: `HOLDFAST_HUB_DATABASE=${ADDRESS}`,
};

const TABLE: Readonly<Record<string, Wrongly>> = {
  "28P01": LOGIN,
  "28000": LOGIN,
  "3D000": {
    what: "PostgreSQL answers, and has no database of that name",
    next: "createdb --owner=ROLE DATABASE, or the right name at the end of HOLDFAST_HUB_DATABASE",
  },
  "42501": {
    what: "The role in the database's address may not do that there: it has to own the database, and to be one that may create roles",
    next: "ALTER DATABASE DATABASE OWNER TO ROLE, and ALTER ROLE ROLE CREATEROLE, as a superuser",
  },
  "53300": {
    what: "PostgreSQL has no connection left",
    next: "HOLDFAST_HUB_CONNECTIONS lower, or max_connections higher",
  },
  ECONNREFUSED: {
    what: "Nothing listens at the host and port of the database's address",
    next: `start PostgreSQL, or HOLDFAST_HUB_DATABASE=${ADDRESS}`,
  },
  ENOTFOUND: NO_HOST,
  EAI_AGAIN: NO_HOST,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
};

/** Undefined: a code that says nothing to whoever runs a hub. */
export function whatIsWrong(code: string): Wrongly | undefined {
  return TABLE[code];
}
