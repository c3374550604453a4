/**
 * Tools of partners that tests run: programs of this machine, and packages that they fetch for themselves. Says so where one
 * can't be had. Knows nothing of the API.
 */
@NullMarked
package dev.partnercatalog.query.client;

import org.jspecify.annotations.NullMarked;
