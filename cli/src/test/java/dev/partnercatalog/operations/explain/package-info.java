@NullMarked
package dev.partnercatalog.operations.explain;

import org.jspecify.annotations.NullMarked;
