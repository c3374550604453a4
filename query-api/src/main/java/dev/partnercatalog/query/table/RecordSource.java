package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import java.util.Collection;
import java.util.Map;

/** Finds records of a table, wherever it looks for them. Thread-safe. */
@FunctionalInterface
public interface RecordSource {

    /**
     * The records' bytes as their topic has them, by identifier; without those that don't exist.
     *
     * @param identifiers well-formed barcodes or SKUs, by the partition that they lie in
     * @throws CatalogUnavailableException where any of the partitions can't be read: what lies there is then not known,
     *     and a part must not pass for the whole
     */
    Reading<Map<String, byte[]>> find(Table table, Scope scope, Map<Integer, ? extends Collection<String>> identifiers);
}
