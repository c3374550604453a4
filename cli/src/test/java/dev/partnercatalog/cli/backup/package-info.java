@NullMarked
package dev.partnercatalog.cli.backup;

import org.jspecify.annotations.NullMarked;
