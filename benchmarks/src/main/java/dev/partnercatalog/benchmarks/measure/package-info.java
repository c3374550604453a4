/**
 * The elements of a measurement: rows, how long they are measured, and how they are reported. This package doesn't know
 * what is measured.
 */
@NullMarked
package dev.partnercatalog.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
