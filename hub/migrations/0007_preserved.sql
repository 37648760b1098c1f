-- Legal holds (HUB-11): what is preserved, since when, why and by whom; and what was replaced in a store meanwhile.

CREATE TABLE preserved (
  tenant_id text NOT NULL REFERENCES tenants,
  hold text NOT NULL,
  -- One of the two: a store, or a member and with them their own store.
  store text,
  member_id text,
  -- A code, as in the audit: no words about anybody.
  reason text NOT NULL,
  begun_by text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  ended_by text,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, hold),
  CHECK ((store IS NULL) <> (member_id IS NULL)),
  CHECK ((ended_by IS NULL) = (ended_at IS NULL)),
  FOREIGN KEY (tenant_id, store) REFERENCES stores (tenant_id, name),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members
);

-- Whether a hold covers the store. In its own row, which every push and every erasure has locked when it looks.
ALTER TABLE stores ADD COLUMN is_kept boolean NOT NULL DEFAULT false;

-- A file as it was before a push replaced it or took it away. Its bytes stay among the others.
CREATE TABLE kept (
  tenant_id text NOT NULL,
  store_id integer NOT NULL,
  seq bigint NOT NULL,
  path text NOT NULL,
  hash bytea NOT NULL,
  memory_id text,
  until timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, store_id, seq),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores,
  FOREIGN KEY (tenant_id, hash) REFERENCES blobs
);
CREATE INDEX kept_hash ON kept (tenant_id, hash);
