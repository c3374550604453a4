/**
 * The pages for people: at {@code /docs} the guides for partners, which the build takes from {@code docs/partners}, and the
 * API reference; at {@code /desk} the partners' page, which the build takes from {@code pages}. No operation of the API, and
 * no document for programs.
 */
@NullMarked
package dev.partnercatalog.query.page;

import org.jspecify.annotations.NullMarked;
