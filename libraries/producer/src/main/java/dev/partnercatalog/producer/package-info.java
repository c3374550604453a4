/**
 * For upstream teams: publishes records to the catalog's input topics, and rejects those that the catalog would reject.
 *
 * <p>The record classes are in {@code dev.partnercatalog.events}, and their rules in {@link dev.partnercatalog.schemas.event}.
 */
@NullMarked
package dev.partnercatalog.producer;

import org.jspecify.annotations.NullMarked;
