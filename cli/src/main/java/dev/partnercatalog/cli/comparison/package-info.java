/**
 * Compares what the resolver holds and what its topics say with the inputs, record by record, and has the resolver
 * repair what it can.
 *
 * <p>Nothing here decides what follows from an event: the resolver's own code does.
 */
@NullMarked
package dev.partnercatalog.cli.comparison;

import org.jspecify.annotations.NullMarked;
