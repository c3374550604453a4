/** Limits how much one caller may request, whoever that is and whatever it requests. */
@NullMarked
package dev.partnercatalog.runtime.http.limit;

import org.jspecify.annotations.NullMarked;
