/** Tests of the transformation without a worker; {@code standalone} runs it in one. */
@NullMarked
package dev.partnercatalog.connect;

import org.jspecify.annotations.NullMarked;
