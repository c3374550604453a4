/**
 * The commands with which operators look at the catalog and take care of it, one class each. A class is named after the words that
 * one types: {@code ./catalog dead-letters list} is {@code DeadLettersListCommand}. A group of commands has a class too, and what
 * only one command needs is beside it.
 *
 * <p>A command takes options, asks {@code operations} and prints; it decides no rule of the catalog, and neither counts nor compares.
 * These aren't here: commands that change something and need no class of their own ({@code operation}), those over files of events
 * ({@code publish}), a partner's receiver ({@code listen}), the applications ({@code application}), and what several commands share
 * ({@code options}, {@code output}).
 *
 * <p>Secrets and tokens are random and are printed once, on standard output; of a signing key, only the id is ever printed.
 */
@NullMarked
package dev.partnercatalog.cli.command;

import org.jspecify.annotations.NullMarked;
