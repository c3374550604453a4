/** Tests of the program as a whole, through its command line. */
@NullMarked
package dev.partnercatalog.cli.operation;

import org.jspecify.annotations.NullMarked;
