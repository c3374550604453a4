/** Partners' API clients, and the keys that sign their tokens. */
@NullMarked
package dev.partnercatalog.cli.client;

import org.jspecify.annotations.NullMarked;
