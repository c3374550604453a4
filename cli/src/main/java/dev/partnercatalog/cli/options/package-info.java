/**
 * Options that commands share: the Kafka brokers, the schema registry, the master key, a scope, who runs a command that changes
 * something, and the forms of their values.
 *
 * <p>{@code operations.audit} records what a command did; this package only determines who runs it. Options of one application are in
 * {@code application}.
 */
@NullMarked
package dev.partnercatalog.cli.options;

import org.jspecify.annotations.NullMarked;
