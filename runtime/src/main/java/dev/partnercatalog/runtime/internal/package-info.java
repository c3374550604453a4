/**
 * What an application shows its operator: the internal address with probes, and metrics in Prometheus' format.
 *
 * <p>Nothing here makes decisions, and partners see none of it.
 */
@NullMarked
package dev.partnercatalog.runtime.internal;

import org.jspecify.annotations.NullMarked;
