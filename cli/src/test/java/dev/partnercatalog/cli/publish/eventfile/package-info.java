/** Tests of the NDJSON form, with a writer of plain JSON and a generator of records that share no code with it. */
@NullMarked
package dev.partnercatalog.cli.publish.eventfile;

import org.jspecify.annotations.NullMarked;
