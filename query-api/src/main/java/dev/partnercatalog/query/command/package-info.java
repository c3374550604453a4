/**
 * Changes of partners: a change is a command to the one writer of partners, and its result is awaited (D18).
 *
 * <p>What a change means and who may ask for it is not known here.
 */
@NullMarked
package dev.partnercatalog.query.command;

import org.jspecify.annotations.NullMarked;
