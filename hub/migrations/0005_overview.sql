-- What an admin is shown without reading a file (HUB-13): how much each store holds by what its files say of themselves, when it was
-- last pushed to, and how often what was done on each day. Kept by the push that changes it, so that asking costs the same at any size.

ALTER TABLE stores
  ADD COLUMN verified bigint NOT NULL DEFAULT 0,
  ADD COLUMN inferred bigint NOT NULL DEFAULT 0,
  ADD COLUMN quarantined bigint NOT NULL DEFAULT 0,
  ADD COLUMN bytes bigint NOT NULL DEFAULT 0,
  ADD COLUMN pushed_at timestamptz;

-- An action of the audit and how often; `memories`: by how many there were more that day.
CREATE TABLE days (
  tenant_id text NOT NULL REFERENCES tenants,
  day date NOT NULL,
  what text NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (tenant_id, day, what)
) WITH (fillfactor = 50);

UPDATE stores SET verified = held.verified, inferred = held.inferred, quarantined = held.quarantined, bytes = held.bytes
FROM (
  SELECT files.tenant_id, store_id, sum(octet_length(blobs.bytes)) AS bytes,
    count(*) FILTER (WHERE path LIKE 'quarantine/%.md' AND path NOT LIKE 'quarantine/%/%') AS quarantined,
    count(*) FILTER (WHERE path LIKE 'memories/%.md' AND says) AS verified,
    count(*) FILTER (WHERE path LIKE 'memories/%.md' AND NOT says) AS inferred
  FROM files JOIN blobs ON blobs.tenant_id = files.tenant_id AND blobs.hash = files.hash,
    -- A line of the header, which ends with the second of its marks.
    LATERAL (SELECT 4 + position('\x0a2d2d2d0a'::bytea IN substring(blobs.bytes FROM 5 FOR 4000)) AS header) AS ends,
    LATERAL (SELECT position('\x0a74727573742d6c6576656c3a2076657269666965640a'::bytea IN substring(blobs.bytes FROM 1 FOR header)) > 0 AS says) AS its
  GROUP BY files.tenant_id, store_id
) AS held
WHERE stores.tenant_id = held.tenant_id AND stores.store_id = held.store_id;

UPDATE stores SET pushed_at = last.at
FROM (SELECT tenant_id, store_id, max(at) AS at FROM pushes GROUP BY tenant_id, store_id) AS last
WHERE stores.tenant_id = last.tenant_id AND stores.store_id = last.store_id;

INSERT INTO days (tenant_id, day, what, n)
SELECT tenant_id, (at AT TIME ZONE 'UTC')::date, line::json->>'action', count(*) FROM audit GROUP BY 1, 2, 3;
