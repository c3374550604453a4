/**
 * The feed of what a scope lists: cursors, which record how far a partner's copy has progressed, and what they are
 * compared with.
 *
 * <p>Nothing here knows how a page is requested and written, or how the tables are kept.
 */
@NullMarked
package dev.partnercatalog.query.feed;

import org.jspecify.annotations.NullMarked;
