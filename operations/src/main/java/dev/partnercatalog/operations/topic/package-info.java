/**
 * The brokers and their topics as operators use them: read whole or in part, one record changed at a time, with waits
 * that are bounded and faults that say which address is meant and what to do.
 */
@NullMarked
package dev.partnercatalog.operations.topic;

import org.jspecify.annotations.NullMarked;
