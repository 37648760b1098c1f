-- How many paths a store has, those that are gone too: each is sent to a machine that reads a store from its first change (HUB-4), which
-- takes in so many and no more. Kept by whoever changes them.

ALTER TABLE stores ADD COLUMN paths bigint NOT NULL DEFAULT 0;

UPDATE stores SET paths = held.n
FROM (SELECT tenant_id, store_id, count(*) AS n FROM files GROUP BY tenant_id, store_id) AS held
WHERE stores.tenant_id = held.tenant_id AND stores.store_id = held.store_id;
