@NullMarked
package dev.partnercatalog.cli.output;

import org.jspecify.annotations.NullMarked;
