/**
 * Faults: every application as several processes, with broker and registry as processes beside them, and clients, events
 * and receivers that go on while something is killed, stopped or away. {@code ClusterExtension} starts it all once; a
 * test leaves it whole again.
 */
@NullMarked
package dev.partnercatalog.standalone.cluster;

import org.jspecify.annotations.NullMarked;
