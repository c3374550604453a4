/** Tests of the connection options. */
@NullMarked
package dev.partnercatalog.cli.connection;

import org.jspecify.annotations.NullMarked;
