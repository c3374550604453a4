/**
 * Changes of partners: the new state is a command to the single writer of partners, which accepts it if nothing else has
 * changed meanwhile; the outcome is read from the table of configurations (D18).
 *
 * <p>This package knows neither the meaning of a change nor the permissions for it.
 */
@NullMarked
package dev.partnercatalog.query.command;

import org.jspecify.annotations.NullMarked;
