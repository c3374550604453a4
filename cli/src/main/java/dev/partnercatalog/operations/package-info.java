/**
 * What operators see and do, whatever tool they use: the commands and the console show the same data and make changes
 * in the same way.
 *
 * <p>This package doesn't know terminals or pages, and decides no rule of the catalog. It contains only what several of those below
 * it need and none of them owns: faults, words for numbers, what a signal ends, and compressed files, whose content the readers of
 * each format know.
 */
@NullMarked
package dev.partnercatalog.operations;

import org.jspecify.annotations.NullMarked;
