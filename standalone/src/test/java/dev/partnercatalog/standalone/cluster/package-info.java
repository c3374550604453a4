/**
 * Faults: every application as several processes, with broker and registry as processes beside them, and clients,
 * events and receivers that continue while something is killed, stopped or down. {@code ClusterExtension} starts
 * everything once; a test leaves it intact.
 */
@NullMarked
package dev.partnercatalog.standalone.cluster;

import org.jspecify.annotations.NullMarked;
