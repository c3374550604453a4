/**
 * HTTP: which path is which page, what a form does, and what every response carries.
 *
 * <p>This package doesn't know how a page looks, or who may request it.
 */
@NullMarked
package dev.partnercatalog.console.server;

import org.jspecify.annotations.NullMarked;
