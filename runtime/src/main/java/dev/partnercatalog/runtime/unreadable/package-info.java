/**
 * Records of our own topics: what makes one readable, and what happens to one that isn't. It is left out as if it
 * didn't exist, logged once, and counted.
 *
 * <p>Nothing here knows what the records mean, or how one is removed.
 */
@NullMarked
package dev.partnercatalog.runtime.unreadable;

import org.jspecify.annotations.NullMarked;
