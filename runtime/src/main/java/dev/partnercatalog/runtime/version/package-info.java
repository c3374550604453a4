/** The version of the running program. */
@NullMarked
package dev.partnercatalog.runtime.version;

import org.jspecify.annotations.NullMarked;
