/**
 * Limits how much one caller may request: token buckets by name, in bounded memory, and the headers that tell a caller
 * about its own.
 *
 * <p>Knows nothing about who the caller is or what it requests.
 */
@NullMarked
package dev.partnercatalog.runtime.http.limit;

import org.jspecify.annotations.NullMarked;
