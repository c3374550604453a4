/**
 * HTTP: which path is which page, what a form does, and what every response carries.
 *
 * <p>This package knows neither the look of a page nor the role that it requires.
 */
@NullMarked
package dev.partnercatalog.console.server;

import org.jspecify.annotations.NullMarked;
