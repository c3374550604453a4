@NullMarked
package dev.partnercatalog.console.access;

import org.jspecify.annotations.NullMarked;
