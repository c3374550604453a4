/**
 * Tools of partners that tests run: programs on this machine, and the packages that they fetch. Tests say so if one is
 * unavailable. Knows nothing about the API.
 */
@NullMarked
package dev.partnercatalog.query.client;

import org.jspecify.annotations.NullMarked;
