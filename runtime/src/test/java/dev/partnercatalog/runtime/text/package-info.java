@NullMarked
package dev.partnercatalog.runtime.text;

import org.jspecify.annotations.NullMarked;
