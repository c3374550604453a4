/**
 * {@code ./catalog topic}: shows and removes the records of our own topics that can't be read; compares them with the
 * inputs; changes the number of partitions.
 *
 * <p>This package doesn't know what makes a record readable.
 */
@NullMarked
package dev.partnercatalog.cli.topic;

import org.jspecify.annotations.NullMarked;
