-- Two tables as a shop may have them, and what Debezium needs in PostgreSQL (wal_level = logical).
CREATE TABLE products (
  ean text PRIMARY KEY,
  name text NOT NULL,
  brand text,
  unit_size numeric(10, 3),
  thc_avg numeric(5, 2),
  lineages text[],
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE listings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  location_id bigint NOT NULL,
  sku text NOT NULL,
  ean text NOT NULL,
  UNIQUE (company_id, location_id, sku)
);

-- So that a change tells every value before and after it: which key a row had, and large values that didn't change.
ALTER TABLE products REPLICA IDENTITY FULL;
ALTER TABLE listings REPLICA IDENTITY FULL;

-- Debezium reads its commands from this table, and writes to it before and after each piece of a snapshot. Its rows may be deleted.
CREATE TABLE debezium_signal (id varchar(42) PRIMARY KEY, type varchar(32) NOT NULL, data text);

CREATE ROLE connect LOGIN REPLICATION PASSWORD 'change me';
GRANT SELECT ON products, listings TO connect;
GRANT SELECT, INSERT ON debezium_signal TO connect;
CREATE PUBLICATION catalog FOR TABLE products, listings, debezium_signal;
