/**
 * Changes of partners: a change is a command to the single writer of partners, and its result is awaited (D18).
 *
 * <p>This package knows neither the meaning of a change nor the permissions for it.
 */
@NullMarked
package dev.partnercatalog.query.command;

import org.jspecify.annotations.NullMarked;
