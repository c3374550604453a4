/**
 * Ids that are probably meant to be the same although they differ, for people who look for the reason why something
 * isn't found.
 *
 * <p>Nothing is ever matched by this: an id is exactly what was published. This package reads no topic.
 */
@NullMarked
package dev.partnercatalog.operations.near;

import org.jspecify.annotations.NullMarked;
