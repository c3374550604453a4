/** The rows of how fast what upstream systems publish becomes entries, with what that is measured against. */
@NullMarked
package dev.partnercatalog.benchmarks.resolving;

import org.jspecify.annotations.NullMarked;
