/** Rejected events: listed, shown and republished. */
@NullMarked
package dev.partnercatalog.cli.deadletter;

import org.jspecify.annotations.NullMarked;
