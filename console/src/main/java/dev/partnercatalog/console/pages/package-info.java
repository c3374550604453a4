/**
 * The pages and their forms: which path is which page, what a form does, data as markup, and what every response
 * carries.
 *
 * <p>What renders a page requests no data, so a page is a function of what it shows. The role that a path requires is
 * checked by the router alone.
 */
@NullMarked
package dev.partnercatalog.console.pages;

import org.jspecify.annotations.NullMarked;
