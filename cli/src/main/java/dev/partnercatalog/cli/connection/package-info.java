/**
 * How commands reach the Kafka brokers and the schema registry: the options that name them, and clients whose waits are
 * bounded and whose faults say which address is meant and what to do.
 */
@NullMarked
package dev.partnercatalog.cli.connection;

import org.jspecify.annotations.NullMarked;
