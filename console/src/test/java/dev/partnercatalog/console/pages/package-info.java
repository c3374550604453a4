@NullMarked
package dev.partnercatalog.console.pages;

import org.jspecify.annotations.NullMarked;
