/**
 * The events that the resolver could not take: how they are read, shown and published again.
 *
 * <p>What makes an event well formed is not known here, nor how a person asks for any of it.
 */
@NullMarked
package dev.partnercatalog.operations.deadletter;

import org.jspecify.annotations.NullMarked;
