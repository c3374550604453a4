/** Numbers that only increase, by which readers distinguish a newer record from an older one. */
@NullMarked
package dev.partnercatalog.streams.revision;

import org.jspecify.annotations.NullMarked;
