@NullMarked
package dev.partnercatalog.operations.compression;

import org.jspecify.annotations.NullMarked;
