/**
 * The whole system at work: real broker, real registry, real HTTP. {@code CatalogExtension} starts it once for all
 * tests that can share it; {@code StandaloneProcess} runs it as a separate process for those that kill it.
 */
@NullMarked
package dev.partnercatalog.standalone;

import org.jspecify.annotations.NullMarked;
