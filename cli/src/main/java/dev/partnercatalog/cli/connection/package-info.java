/**
 * What commands share: the options that name the Kafka brokers, the schema registry, the master key and a scope, and
 * what a terminal shows meanwhile.
 */
@NullMarked
package dev.partnercatalog.cli.connection;

import org.jspecify.annotations.NullMarked;
