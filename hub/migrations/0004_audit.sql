-- Who did what, as a chain; and what was erased (HUB-11). A line is stored as the text that is hashed: jsonb would reorder it.

CREATE TABLE audit_heads (
  tenant_id text PRIMARY KEY REFERENCES tenants,
  n bigint NOT NULL DEFAULT 0,
  chain bytea NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE audit (
  tenant_id text NOT NULL REFERENCES tenants,
  n bigint NOT NULL,
  at timestamptz NOT NULL,
  line text NOT NULL,
  link bytea NOT NULL,
  PRIMARY KEY (tenant_id, n)
);

-- A memory that may not come back. No words: its id and the digests of what there was.
CREATE TABLE erased (
  tenant_id text NOT NULL,
  store_id integer NOT NULL,
  memory_id text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, store_id, memory_id),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores
);

ALTER TABLE tenants ADD COLUMN audit_days integer CHECK (audit_days > 0);
-- Mirrors are told of an erasure until then; after that the path goes too, and a mirror that comes later starts anew.
ALTER TABLE files ADD COLUMN purge_at timestamptz;
ALTER TABLE stores ADD COLUMN floor bigint NOT NULL DEFAULT 0;

INSERT INTO audit_heads (tenant_id, chain) SELECT tenant_id, '\x'::bytea FROM tenants;
