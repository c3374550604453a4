/**
 * {@code ./catalog demo}: a standalone with a small made-up catalog, a partner's webhook receiver and a guided tour for
 * newcomers.
 */
@NullMarked
package dev.partnercatalog.standalone.demo;

import org.jspecify.annotations.NullMarked;
