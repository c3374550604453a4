package dev.partnercatalog.query.table;

import java.util.OptionalLong;

/**
 * A partition as an instance holds it.
 *
 * @param active whether the instance owns it; else it stands by
 * @param lag by how many records it is behind its topic; empty while it may not be read at all
 */
public record HeldPartition(Table table, int partition, boolean active, OptionalLong lag) {}
