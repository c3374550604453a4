/**
 * The documents for operators, which the build copies from the repository's folder {@code docs}: which there are, and
 * how their Markdown becomes markup.
 *
 * <p>This package knows nothing about requests, visitors and the catalog.
 */
@NullMarked
package dev.partnercatalog.console.manual;

import org.jspecify.annotations.NullMarked;
