/** How far topics have been read, by tables and by groups, compared with where they end. */
@NullMarked
package dev.partnercatalog.runtime.progress;

import org.jspecify.annotations.NullMarked;
