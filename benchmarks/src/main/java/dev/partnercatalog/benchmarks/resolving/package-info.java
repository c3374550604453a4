/** The rows of how fast what upstream systems publish becomes entries, with what that is compared with. */
@NullMarked
package dev.partnercatalog.benchmarks.resolving;

import org.jspecify.annotations.NullMarked;
