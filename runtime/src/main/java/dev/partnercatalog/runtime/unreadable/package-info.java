/** Records of our own topics: what makes one readable, and what happens to one that isn't. */
@NullMarked
package dev.partnercatalog.runtime.unreadable;

import org.jspecify.annotations.NullMarked;
