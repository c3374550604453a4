/**
 * Markup that can't be anything but what it says: a value becomes text or an attribute's value, escaped; tags and
 * attributes come from enumerations, and every link leads to this very console.
 *
 * <p>Knows nothing of the catalog.
 */
@NullMarked
package dev.partnercatalog.console.html;

import org.jspecify.annotations.NullMarked;
