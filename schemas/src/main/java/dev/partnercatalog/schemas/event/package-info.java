/**
 * The rules an upstream event must satisfy to be accepted, and how its key is built. The resolver applies these rules;
 * programs that publish events can apply them too.
 *
 * <p>Nothing here decodes or publishes events, or knows what they do to the catalog.
 */
@NullMarked
package dev.partnercatalog.schemas.event;

import org.jspecify.annotations.NullMarked;
