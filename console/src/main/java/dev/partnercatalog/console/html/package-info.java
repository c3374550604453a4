/**
 * Markup that is safe by construction: a value becomes text or an attribute's value, escaped; tags and attributes come
 * from enumerations, and every link leads to this console.
 *
 * <p>This package knows nothing about the catalog.
 */
@NullMarked
package dev.partnercatalog.console.html;

import org.jspecify.annotations.NullMarked;
