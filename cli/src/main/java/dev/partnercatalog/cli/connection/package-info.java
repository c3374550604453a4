/**
 * What commands share: the options for the Kafka brokers, the schema registry, the master key and a scope, the forms of
 * their values, and the progress shown on a terminal.
 */
@NullMarked
package dev.partnercatalog.cli.connection;

import org.jspecify.annotations.NullMarked;
