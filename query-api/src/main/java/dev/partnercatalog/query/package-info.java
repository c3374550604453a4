/**
 * The read side for partners: {@link dev.partnercatalog.query.QueryApi} starts it and connects its parts, each of which
 * has its own package below this one.
 *
 * <p>Nothing here decides rules of the catalog or details of HTTP.
 */
@NullMarked
package dev.partnercatalog.query;

import org.jspecify.annotations.NullMarked;
