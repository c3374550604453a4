/** What an application shows its operator: the internal address with probes, and metrics in Prometheus' format. */
@NullMarked
package dev.partnercatalog.runtime.internal;

import org.jspecify.annotations.NullMarked;
