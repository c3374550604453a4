/**
 * The removal of what upstream deleted while all resolvers were away (D38): each task compares the rows of its store with
 * the keys of all inputs.
 */
@NullMarked
package dev.partnercatalog.streams.sweep;

import org.jspecify.annotations.NullMarked;
