/**
 * The events that the resolver could not accept: how they are read, shown and republished.
 *
 * <p>This package doesn't know what makes an event well formed, or how people issue these requests.
 */
@NullMarked
package dev.partnercatalog.operations.deadletter;

import org.jspecify.annotations.NullMarked;
