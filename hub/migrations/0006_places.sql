-- Which tenants this database has (HUB-15), what of them is swept by whom (HUB-11), and how the engine cleans up behind both.

-- `here`: read and written. `arriving`: a copy is being made. `ready`: it is whole, and counts once the database that it came from says
-- `moved` with the same number of moves. Where several say `here`, as after a restore, the one with the most moves does.
CREATE TABLE places (
  tenant_id text PRIMARY KEY,
  state text NOT NULL DEFAULT 'here' CHECK (state IN ('here', 'arriving', 'ready', 'moved')),
  -- By its name among the hub's databases: where it came from, or went to.
  other text,
  moves integer NOT NULL DEFAULT 0,
  swept_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((state = 'here') OR other IS NOT NULL)
) WITH (fillfactor = 50);
INSERT INTO places (tenant_id) SELECT tenant_id FROM tenants;

-- Whoever makes a tenant, it is known where it is.
CREATE FUNCTION hub_founded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO places (tenant_id) VALUES (NEW.tenant_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER founded AFTER INSERT ON tenants FOR EACH ROW EXECUTE FUNCTION hub_founded();

CREATE FUNCTION hub_gate(tenant text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended(tenant, 0)
$$;

-- The first thing in each transaction of a tenant. A writer holds the gate, which a move closes for its last step; so it waits for that,
-- and then sees what became of the tenant. In one function, each statement of which sees what was committed before it.
CREATE FUNCTION hub_enter(writes boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  named text := hub_tenant();
BEGIN
  IF writes THEN
    PERFORM pg_advisory_xact_lock_shared(hub_gate(named));
  END IF;
  IF EXISTS (SELECT FROM places WHERE tenant_id = named AND state <> 'here') THEN
    RAISE EXCEPTION 'the tenant is in another database' USING ERRCODE = 'HF001';
  END IF;
END $$;

-- Updated with every push, and found again at once: their dead rows are to go while they still fit the page.
ALTER TABLE stores SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE audit_heads SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- They only grow. A row is frozen the first time that vacuum meets it, and not in one go when the counter of transactions runs out.
ALTER TABLE links SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
ALTER TABLE audit SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
-- A tenth of ten million rows is much: space comes back sooner, and what was erased leaves the table's own pages.
ALTER TABLE files SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE blobs SET (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02);
-- Filled all day, and emptied by the sweep: by the tenth part that a day is of what they hold.
ALTER TABLE pushes SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE tokens SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE nonces SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE sign_ins SET (autovacuum_vacuum_scale_factor = 0.05);
