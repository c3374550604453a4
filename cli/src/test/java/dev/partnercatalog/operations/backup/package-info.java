@NullMarked
package dev.partnercatalog.operations.backup;

import org.jspecify.annotations.NullMarked;
