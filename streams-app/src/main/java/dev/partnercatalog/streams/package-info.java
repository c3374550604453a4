/**
 * The resolver: one Kafka Streams application from the input topics to the tables that the other applications serve.
 *
 * <p>{@link dev.partnercatalog.streams.CatalogTopology} reads from top to bottom; its steps are in the subpackages.
 */
@NullMarked
package dev.partnercatalog.streams;

import org.jspecify.annotations.NullMarked;
