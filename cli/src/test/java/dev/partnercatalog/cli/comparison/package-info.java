@NullMarked
package dev.partnercatalog.cli.comparison;

import org.jspecify.annotations.NullMarked;
