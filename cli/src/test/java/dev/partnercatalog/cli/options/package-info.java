/** Tests of the options that commands share. */
@NullMarked
package dev.partnercatalog.cli.options;

import org.jspecify.annotations.NullMarked;
