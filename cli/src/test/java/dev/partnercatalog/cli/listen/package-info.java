/** Tests of {@code ./catalog listen} over real HTTP. */
@NullMarked
package dev.partnercatalog.cli.listen;

import org.jspecify.annotations.NullMarked;
