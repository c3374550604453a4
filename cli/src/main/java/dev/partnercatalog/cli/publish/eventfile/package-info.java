/**
 * Files of events: one plain JSON object per line or one row of a table. What an object means is for
 * {@link dev.partnercatalog.schemas.plain}.
 */
@NullMarked
package dev.partnercatalog.cli.publish.eventfile;

import org.jspecify.annotations.NullMarked;
