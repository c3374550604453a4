/** Reading of compressed files. What their content means belongs to the readers of each format. */
@NullMarked
package dev.partnercatalog.operations.compression;

import org.jspecify.annotations.NullMarked;
