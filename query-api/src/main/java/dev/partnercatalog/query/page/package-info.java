/**
 * The pages for people: the guides, which the build takes from {@code docs/partners}, the API reference, and the partners'
 * page, which the build takes from {@code pages}.
 */
@NullMarked
package dev.partnercatalog.query.page;

import org.jspecify.annotations.NullMarked;
