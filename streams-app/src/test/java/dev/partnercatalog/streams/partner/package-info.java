@NullMarked
package dev.partnercatalog.streams.partner;

import org.jspecify.annotations.NullMarked;
