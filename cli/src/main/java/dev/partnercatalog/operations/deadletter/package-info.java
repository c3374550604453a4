/**
 * The events that the resolver could not accept: how they are read, shown and republished. {@code EventOutcomes} tells who publishes
 * events whether the resolver has processed them, and which of them it rejected.
 *
 * <p>An upstream team's account may find this out with few rights: it needs the positions of its own records, the resolver's
 * progress, and the dead letters.
 *
 * <p>This package doesn't know what makes an event well formed, or how people issue these requests.
 */
@NullMarked
package dev.partnercatalog.operations.deadletter;

import org.jspecify.annotations.NullMarked;
