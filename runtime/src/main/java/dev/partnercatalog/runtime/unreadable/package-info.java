/**
 * The records of our own topics: what makes one readable, and what becomes of one that isn't. It is left out as if it
 * weren't there, named once, and counted.
 *
 * <p>What the records mean is not known here, nor how one is removed.
 */
@NullMarked
package dev.partnercatalog.runtime.unreadable;

import org.jspecify.annotations.NullMarked;
