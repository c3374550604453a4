/**
 * What events would change of partners' records, told before they are published.
 *
 * <p>The resolver's own code reads and applies the events, to a copy of what the topics hold, and the code that answers
 * partners makes the records. Nothing is published, and no rule of the catalog is decided here.
 */
@NullMarked
package dev.partnercatalog.operations.preview;

import org.jspecify.annotations.NullMarked;
