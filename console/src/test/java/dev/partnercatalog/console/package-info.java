@NullMarked
package dev.partnercatalog.console;

import org.jspecify.annotations.NullMarked;
