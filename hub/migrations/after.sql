-- After every migration: each table of the schema is closed, and the application's role may read and write rows and nothing
-- else. What is new is closed like this before anybody can ask it.
DO $$
DECLARE
  each record;
BEGIN
  -- As a rule a superuser made it and granted it. Who may make roles, as in a database of one's own, may make this one as well.
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'holdfast_hub') THEN
      BEGIN
        CREATE ROLE holdfast_hub NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT NOBYPASSRLS;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL; -- another database of this server had the same thought
      END;
    END IF;
    -- From 16 on, who made a role is a member that may not work as it.
    IF NOT pg_has_role(current_user, 'holdfast_hub',
      CASE WHEN current_setting('server_version_num')::integer < 160000 THEN 'MEMBER' ELSE 'SET' END) THEN
      EXECUTE format('GRANT holdfast_hub TO %I', current_user);
    END IF;
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'this role may not work as holdfast_hub' USING ERRCODE = 'HF002';
  END;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO holdfast_hub', current_schema());
  FOR each IN
    SELECT c.oid::regclass AS name FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'hub_migrations'
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', each.name);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', each.name);
    EXECUTE format('DROP POLICY IF EXISTS tenant ON %s', each.name);
    EXECUTE format('CREATE POLICY tenant ON %s USING (tenant_id = hub_tenant()) WITH CHECK (tenant_id = hub_tenant())',
      each.name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO holdfast_hub', each.name);
  END LOOP;
  REVOKE UPDATE, DELETE ON links FROM holdfast_hub;
  IF to_regclass('audit') IS NOT NULL THEN
    REVOKE UPDATE ON audit FROM holdfast_hub; -- deleted from its old end alone, as long as a tenant keeps it
  END IF;
  IF to_regclass('preserved') IS NOT NULL THEN
    REVOKE DELETE ON preserved FROM holdfast_hub; -- a hold is ended, and stays known
  END IF;
  IF to_regclass('places') IS NOT NULL THEN
    -- Who owns the tables may know which tenants there are, and when each was swept; that alone.
    DROP POLICY IF EXISTS owner ON places;
    EXECUTE format('CREATE POLICY owner ON places FOR SELECT TO %I USING (true)', current_user);
  END IF;
END $$;
