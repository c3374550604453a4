/** Commits a moment after a record was processed. */
@NullMarked
package dev.partnercatalog.streams.commit;

import org.jspecify.annotations.NullMarked;
