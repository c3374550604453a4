/** Tests of the commands against topics, clients and keys in memory. */
@NullMarked
package dev.partnercatalog.cli.explain;

import org.jspecify.annotations.NullMarked;
