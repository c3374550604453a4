/** What rows are measured on: a broker and a registry, generated data, and the applications in separate processes. */
@NullMarked
package dev.partnercatalog.benchmarks.setup;

import org.jspecify.annotations.NullMarked;
