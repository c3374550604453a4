/** State stores, the memory that they may use, and what they remember of their topics. */
@NullMarked
package dev.partnercatalog.runtime.store;

import org.jspecify.annotations.NullMarked;
