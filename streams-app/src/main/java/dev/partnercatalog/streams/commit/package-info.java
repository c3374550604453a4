/** When a stream thread commits: by the age of its oldest work, unless it is behind. Knows nothing about what is committed. */
@NullMarked
package dev.partnercatalog.streams.commit;

import org.jspecify.annotations.NullMarked;
