/** The resolver's own topology on a real broker, with faults put into the middle of it. */
@NullMarked
package dev.partnercatalog.streams;

import org.jspecify.annotations.NullMarked;
