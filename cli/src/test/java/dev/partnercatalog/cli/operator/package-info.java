@NullMarked
package dev.partnercatalog.cli.operator;

import org.jspecify.annotations.NullMarked;
