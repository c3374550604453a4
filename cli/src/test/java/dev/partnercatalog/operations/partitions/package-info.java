@NullMarked
package dev.partnercatalog.operations.partitions;

import org.jspecify.annotations.NullMarked;
