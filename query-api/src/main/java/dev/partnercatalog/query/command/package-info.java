/**
 * Changes of partners: the new state is a command to the single writer of partners, which accepts it if nothing else has
 * changed meanwhile; the outcome is read from the table of configurations (D18).
 */
@NullMarked
package dev.partnercatalog.query.command;

import org.jspecify.annotations.NullMarked;
