@NullMarked
package dev.partnercatalog.console.html;

import org.jspecify.annotations.NullMarked;
