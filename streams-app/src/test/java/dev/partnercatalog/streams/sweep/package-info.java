@NullMarked
package dev.partnercatalog.streams.sweep;

import org.jspecify.annotations.NullMarked;
