/**
 * Records that are set aside, so that the ones behind them are processed.
 *
 * <p>Which records are at fault is decided by their processors.
 */
@NullMarked
package dev.partnercatalog.runtime.quarantine;

import org.jspecify.annotations.NullMarked;
