/**
 * {@code ./catalog topic}: the records of our own topics that can't be read, and their removal; another number of
 * partitions.
 *
 * <p>What makes a record readable is not known here.
 */
@NullMarked
package dev.partnercatalog.cli.topic;

import org.jspecify.annotations.NullMarked;
