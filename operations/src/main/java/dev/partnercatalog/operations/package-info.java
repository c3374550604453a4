/**
 * What operators see and do, whatever they do it with: the commands and the console show the same and change by the same
 * means.
 *
 * <p>Nothing here knows of a terminal or a page, and no rule of the catalog is decided here.
 */
@NullMarked
package dev.partnercatalog.operations;

import org.jspecify.annotations.NullMarked;
