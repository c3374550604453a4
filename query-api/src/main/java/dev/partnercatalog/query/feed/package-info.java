/**
 * The feed of what a scope lists: cursors, which remember for a partner how far its copy is, and what they are held against.
 *
 * <p>How a page is asked for and written is not known here, nor how the tables are kept.
 */
@NullMarked
package dev.partnercatalog.query.feed;

import org.jspecify.annotations.NullMarked;
