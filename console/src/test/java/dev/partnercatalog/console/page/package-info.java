@NullMarked
package dev.partnercatalog.console.page;

import org.jspecify.annotations.NullMarked;
