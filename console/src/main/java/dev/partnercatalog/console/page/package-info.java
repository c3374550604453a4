/**
 * The pages: renders data as markup.
 *
 * <p>Nothing here requests data, so a page is a function of what it shows.
 */
@NullMarked
package dev.partnercatalog.console.page;

import org.jspecify.annotations.NullMarked;
