/** Topics that are read by position. */
@NullMarked
package dev.partnercatalog.runtime.topic;

import org.jspecify.annotations.NullMarked;
