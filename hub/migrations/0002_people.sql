-- People, devices, machines and tokens (HUB-7, HUB-8). No secret is stored: of a token its digest.

CREATE TABLE members (
  tenant_id text NOT NULL REFERENCES tenants,
  member_id text NOT NULL,
  name text NOT NULL,
  -- How the provider calls them: "issuer subject". Bound at the first sign-in where an admin gave an address alone.
  subject text,
  email text,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, member_id),
  UNIQUE (tenant_id, subject),
  UNIQUE (tenant_id, email)
);

-- store: a name, team/*, project/* or *.
CREATE TABLE grants (
  tenant_id text NOT NULL,
  member_id text NOT NULL,
  store text NOT NULL,
  role text NOT NULL CHECK (role IN ('reader', 'contributor', 'reviewer', 'admin')),
  PRIMARY KEY (tenant_id, member_id, store),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);

CREATE TABLE devices (
  tenant_id text NOT NULL,
  device text NOT NULL,
  key text NOT NULL,
  member_id text NOT NULL,
  name text NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, device),
  UNIQUE (tenant_id, key),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE
);

CREATE TABLE tokens (
  tenant_id text NOT NULL REFERENCES tenants,
  hash bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('device', 'person', 'machine', 'job')),
  -- Of a member, or:
  member_id text,
  device text,
  -- of a machine or job: its name, the one store, and what it may there.
  name text,
  store text,
  role text CHECK (role IN ('reader', 'contributor')),
  made_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, hash),
  CHECK ((kind IN ('device', 'person')) = (member_id IS NOT NULL)),
  CHECK ((kind IN ('machine', 'job')) = (store IS NOT NULL AND role IS NOT NULL AND name IS NOT NULL)),
  FOREIGN KEY (tenant_id, member_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, device) REFERENCES devices ON DELETE CASCADE
);
CREATE UNIQUE INDEX tokens_machine ON tokens (tenant_id, name) WHERE kind = 'machine';

CREATE TABLE nonces (
  tenant_id text NOT NULL REFERENCES tenants,
  nonce text NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, nonce)
);
