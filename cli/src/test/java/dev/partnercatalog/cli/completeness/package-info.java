@NullMarked
package dev.partnercatalog.cli.completeness;

import org.jspecify.annotations.NullMarked;
