@NullMarked
package dev.partnercatalog.operations.completeness;

import org.jspecify.annotations.NullMarked;
