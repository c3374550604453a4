@NullMarked
package dev.partnercatalog.console.live;

import org.jspecify.annotations.NullMarked;
