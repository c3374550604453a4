/**
 * Previews what events would change in partners' records, before they are published.
 *
 * <p>The resolver's own code reads the events and applies them to a copy of the topics' content, and the code that
 * answers partners makes the records. This package publishes nothing and decides no rule of the catalog.
 */
@NullMarked
package dev.partnercatalog.operations.preview;

import org.jspecify.annotations.NullMarked;
