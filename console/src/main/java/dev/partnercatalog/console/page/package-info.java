/**
 * The pages: what is known, made into markup.
 *
 * <p>Asks nobody anything, so that a page is a function of what it shows.
 */
@NullMarked
package dev.partnercatalog.console.page;

import org.jspecify.annotations.NullMarked;
