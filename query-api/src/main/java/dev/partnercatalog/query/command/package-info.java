/**
 * Changes of partners: a change is a command to the single writer of partners, and its result is awaited (D18).
 *
 * <p>Nothing here knows what a change means, or who may request it.
 */
@NullMarked
package dev.partnercatalog.query.command;

import org.jspecify.annotations.NullMarked;
