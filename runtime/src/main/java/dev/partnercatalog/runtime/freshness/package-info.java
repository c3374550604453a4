/** How old an event is at each step from its producer to the partners. */
@NullMarked
package dev.partnercatalog.runtime.freshness;

import org.jspecify.annotations.NullMarked;
