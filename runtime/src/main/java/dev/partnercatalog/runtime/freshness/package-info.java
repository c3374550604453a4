/**
 * How old an event is at each step from its producer to the partners.
 *
 * <p>Nothing here decides what is resolved, served or sent.
 */
@NullMarked
package dev.partnercatalog.runtime.freshness;

import org.jspecify.annotations.NullMarked;
