/** Text from outside, made safe to show. */
@NullMarked
package dev.partnercatalog.runtime.text;

import org.jspecify.annotations.NullMarked;
