/** The operators' console: a static page, and the JSON that it shows. */
@NullMarked
package dev.partnercatalog.cli.console;

import org.jspecify.annotations.NullMarked;
