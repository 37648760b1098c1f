-- The organisation's own provider, sign-ins under way, and the jobs whose tokens are exchanged (HUB-8).

CREATE TABLE providers (
  tenant_id text PRIMARY KEY REFERENCES tenants,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret text,
  groups_claim text,
  -- {"group": {"store": "role"}}
  groups jsonb NOT NULL DEFAULT '{}'
);

CREATE TABLE sign_ins (
  tenant_id text NOT NULL REFERENCES tenants,
  hash bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('device', 'browser', 'code', 'invite')),
  -- What the flow has to remember between two requests, and which process answers them is anybody's guess.
  state text NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, hash)
);

CREATE TABLE jobs (
  tenant_id text NOT NULL REFERENCES tenants,
  job text NOT NULL,
  issuer text NOT NULL,
  audience text NOT NULL,
  repository text NOT NULL,
  ref text NOT NULL,
  store text NOT NULL,
  role text NOT NULL CHECK (role IN ('reader', 'contributor')),
  PRIMARY KEY (tenant_id, job)
);
