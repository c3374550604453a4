/**
 * The read side for partners: {@link dev.partnercatalog.query.QueryApi} starts it and puts its parts together, each of
 * which has a package of its own below this one.
 *
 * <p>No rule of the catalog and nothing of HTTP is decided here.
 */
@NullMarked
package dev.partnercatalog.query;

import org.jspecify.annotations.NullMarked;
