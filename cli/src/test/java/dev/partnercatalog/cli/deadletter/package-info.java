@NullMarked
package dev.partnercatalog.cli.deadletter;

import org.jspecify.annotations.NullMarked;
