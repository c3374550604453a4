/**
 * Options that commands share: the Kafka brokers, the schema registry, the master key, a scope and the forms of their values.
 *
 * <p>Options of one application are in {@code application}.
 */
@NullMarked
package dev.partnercatalog.cli.options;

import org.jspecify.annotations.NullMarked;
