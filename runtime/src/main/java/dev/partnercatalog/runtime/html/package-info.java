/**
 * The look of our pages, and markup that is safe by construction: a value becomes text or an attribute's value, escaped; tags and
 * attributes come from enumerations, and every link leads to the address that serves the page.
 *
 * <p>This package knows nothing about the catalog, or about who sees a page.
 */
@NullMarked
package dev.partnercatalog.runtime.html;

import org.jspecify.annotations.NullMarked;
