/** What rows are measured on: a broker and a registry, generated data, and the applications as processes of their own. */
@NullMarked
package dev.partnercatalog.benchmarks.setup;

import org.jspecify.annotations.NullMarked;
