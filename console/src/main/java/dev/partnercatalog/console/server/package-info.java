/**
 * HTTP: which path is which page, what a form does, and what every answer carries.
 *
 * <p>How a page looks isn't known here, nor who may ask for it.
 */
@NullMarked
package dev.partnercatalog.console.server;

import org.jspecify.annotations.NullMarked;
