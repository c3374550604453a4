/**
 * What commands print: reports as text for people or as JSON for programs, what was left out of them, and the progress shown on a
 * terminal.
 *
 * <p>What a report says is for {@code operations}.
 */
@NullMarked
package dev.partnercatalog.cli.output;

import org.jspecify.annotations.NullMarked;
