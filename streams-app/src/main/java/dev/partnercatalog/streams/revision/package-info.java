/** Numbers that only grow, for whoever must tell a newer record from an older one. */
@NullMarked
package dev.partnercatalog.streams.revision;

import org.jspecify.annotations.NullMarked;
