/**
 * The pages for people at {@code /docs}: the guides for partners, which the build takes from {@code docs/partners}, their
 * search, and the API reference. No operation of the API, and no document for programs.
 */
@NullMarked
package dev.partnercatalog.query.guide;

import org.jspecify.annotations.NullMarked;
