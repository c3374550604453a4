@NullMarked
package dev.partnercatalog.runtime.html;

import org.jspecify.annotations.NullMarked;
