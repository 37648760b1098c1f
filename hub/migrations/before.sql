-- Before the first pending migration: who owns the tables may move rows of all tenants. Nobody else is let in meanwhile, for it
-- is one transaction with the migrations and with after.sql, which closes every table again.
DO $$
DECLARE
  each record;
BEGIN
  FOR each IN
    SELECT c.oid::regclass AS name FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'hub_migrations'
  LOOP
    EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', each.name);
  END LOOP;
END $$;
