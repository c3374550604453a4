/**
 * What an event of upstream must satisfy to be taken, and the key that belongs to it. The resolver holds events to these rules, and
 * so can a program that publishes them.
 *
 * <p>Nothing here decodes, publishes or knows what an event does to the catalog.
 */
@NullMarked
package dev.partnercatalog.schemas.event;

import org.jspecify.annotations.NullMarked;
