/** How fast upstream teams can publish. Nothing here reads what is published. */
@NullMarked
package dev.partnercatalog.benchmarks.publishing;

import org.jspecify.annotations.NullMarked;
