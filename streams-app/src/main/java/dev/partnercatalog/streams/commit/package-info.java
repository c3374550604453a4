/** When a stream thread commits: soon after it has run out of work. Knows nothing about what is committed. */
@NullMarked
package dev.partnercatalog.streams.commit;

import org.jspecify.annotations.NullMarked;
