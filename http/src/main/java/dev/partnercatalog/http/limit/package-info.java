/**
 * How much one caller may ask for: token buckets by name, in bounded memory, and what a caller is told of its own.
 *
 * <p>Who the caller is and what it asks for is not known here.
 */
@NullMarked
package dev.partnercatalog.http.limit;

import org.jspecify.annotations.NullMarked;
