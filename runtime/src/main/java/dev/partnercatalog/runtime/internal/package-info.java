/**
 * What an application shows its operator: the internal address with probes, and metrics in Prometheus' format.
 *
 * <p>Nothing here decides anything, and no partner sees it.
 */
@NullMarked
package dev.partnercatalog.runtime.internal;

import org.jspecify.annotations.NullMarked;
