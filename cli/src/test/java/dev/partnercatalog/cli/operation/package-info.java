/** Tests of the commands over operations. */
@NullMarked
package dev.partnercatalog.cli.operation;

import org.jspecify.annotations.NullMarked;
