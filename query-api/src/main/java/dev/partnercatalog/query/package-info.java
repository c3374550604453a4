/** The read side for partners: {@link dev.partnercatalog.query.QueryApi} starts it and connects its parts. */
@NullMarked
package dev.partnercatalog.query;

import org.jspecify.annotations.NullMarked;
