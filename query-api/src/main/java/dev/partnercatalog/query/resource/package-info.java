/**
 * The files that come with the program, and the addresses that replace those in their text. Nothing that knows what a
 * file is about.
 */
@NullMarked
package dev.partnercatalog.query.resource;

import org.jspecify.annotations.NullMarked;
