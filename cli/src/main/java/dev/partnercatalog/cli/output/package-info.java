/** What commands print: text, JSON, the faults that end them, and the progress shown on a terminal. */
@NullMarked
package dev.partnercatalog.cli.output;

import org.jspecify.annotations.NullMarked;
