-- Publishes every row that is there, while changes go on: once the connector runs, and whenever a column was added.
INSERT INTO debezium_signal VALUES (
  gen_random_uuid(), 'execute-snapshot', '{"type": "incremental", "data-collections": ["public.products", "public.listings"]}'
);
