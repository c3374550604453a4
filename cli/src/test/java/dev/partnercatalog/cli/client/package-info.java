/** Tests of the client commands against clients in memory. */
@NullMarked
package dev.partnercatalog.cli.client;

import org.jspecify.annotations.NullMarked;
