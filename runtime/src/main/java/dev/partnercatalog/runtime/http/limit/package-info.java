/** Limits how much one caller may request, counted over all requests. */
@NullMarked
package dev.partnercatalog.runtime.http.limit;

import org.jspecify.annotations.NullMarked;
