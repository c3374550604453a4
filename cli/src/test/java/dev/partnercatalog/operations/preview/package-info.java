@NullMarked
package dev.partnercatalog.operations.preview;

import org.jspecify.annotations.NullMarked;
