/**
 * When a stream thread commits: as soon as it has nothing left to do. It doesn't know what is committed.
 */
@NullMarked
package dev.partnercatalog.streams.commit;

import org.jspecify.annotations.NullMarked;
