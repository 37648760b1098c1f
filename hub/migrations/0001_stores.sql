-- Stores as a change log (HUB-3). Every key starts with tenant_id, every table is read through the tenant's policy, and the
-- application's role owns nothing. A query without a tenant fails: an empty answer would look like an empty store.

CREATE FUNCTION hub_tenant() RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  named text := current_setting('holdfast.tenant', true);
BEGIN
  -- A setting that was local to a transaction is empty afterwards, not unset.
  IF named IS NULL OR named = '' THEN
    RAISE EXCEPTION 'no tenant is set' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN named;
END $$;

CREATE TABLE tenants (
  tenant_id text PRIMARY KEY,
  name text NOT NULL,
  founded_at timestamptz NOT NULL DEFAULT now(),
  -- With which it was founded: [{device, key}].
  first_keys jsonb NOT NULL DEFAULT '[]',
  -- Signs receipts of erasure, and nothing that counts as trust.
  receipt_key text NOT NULL
);

-- The counter row: sequences without gaps, in the order of commits. Updated in place, hence the free space.
CREATE TABLE stores (
  tenant_id text NOT NULL REFERENCES tenants,
  store_id integer NOT NULL,
  name text NOT NULL,
  seq bigint NOT NULL DEFAULT 0,
  chain bytea NOT NULL,
  PRIMARY KEY (tenant_id, store_id),
  UNIQUE (tenant_id, name)
) WITH (fillfactor = 50);

-- Bytes, once per content within a tenant.
CREATE TABLE blobs (
  tenant_id text NOT NULL,
  hash bytea NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (tenant_id, hash)
);

-- The latest state of each path. No hash: it is gone.
CREATE TABLE files (
  tenant_id text NOT NULL,
  store_id integer NOT NULL,
  path text NOT NULL,
  seq bigint NOT NULL,
  hash bytea,
  -- Whom it is about, so that a push is judged by what concerns it and not by the whole store.
  memory_id text,
  PRIMARY KEY (tenant_id, store_id, path),
  UNIQUE (tenant_id, store_id, seq),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores,
  FOREIGN KEY (tenant_id, hash) REFERENCES blobs
);
CREATE INDEX files_about ON files (tenant_id, store_id, memory_id) WHERE memory_id IS NOT NULL;
CREATE INDEX files_hash ON files (tenant_id, hash) WHERE hash IS NOT NULL;

-- The chain. A leaf is a digest, so nothing of a file is left in it when the file is gone.
CREATE TABLE links (
  tenant_id text NOT NULL,
  store_id integer NOT NULL,
  seq bigint NOT NULL,
  leaf bytea NOT NULL,
  link bytea NOT NULL,
  PRIMARY KEY (tenant_id, store_id, seq),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores
);

-- What a push with this key was answered.
CREATE TABLE pushes (
  tenant_id text NOT NULL,
  store_id integer NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  seq bigint NOT NULL,
  chain bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, store_id, key),
  FOREIGN KEY (tenant_id, store_id) REFERENCES stores
);
