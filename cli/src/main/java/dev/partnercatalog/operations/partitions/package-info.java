/**
 * Changing the number of partitions: what upstream publishes is copied into topics of another prefix, compared, and
 * followed.
 *
 * <p>What the applications store is moved by a backup, not here.
 */
@NullMarked
package dev.partnercatalog.operations.partitions;

import org.jspecify.annotations.NullMarked;
