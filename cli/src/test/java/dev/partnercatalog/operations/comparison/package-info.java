@NullMarked
package dev.partnercatalog.operations.comparison;

import org.jspecify.annotations.NullMarked;
