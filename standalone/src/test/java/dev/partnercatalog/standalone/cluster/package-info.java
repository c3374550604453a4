/**
 * Faults: every application as several processes, with broker and registry as processes beside them, and clients,
 * events and receivers that continue while something is killed, stopped or down.
 */
@NullMarked
package dev.partnercatalog.standalone.cluster;

import org.jspecify.annotations.NullMarked;
