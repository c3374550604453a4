/** Tests of the operators' console. */
@NullMarked
package dev.partnercatalog.cli.console;

import org.jspecify.annotations.NullMarked;
