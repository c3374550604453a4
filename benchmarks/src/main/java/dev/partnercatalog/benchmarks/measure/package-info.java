/** What a measurement is: rows, how long they are measured, and how they are told. Knows nothing of what is measured. */
@NullMarked
package dev.partnercatalog.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
