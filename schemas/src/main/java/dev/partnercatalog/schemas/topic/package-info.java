/**
 * The topic catalogue: every topic's name, value and settings, and the one place that makes and checks them.
 *
 * <p>Nothing here reads or writes a record.
 */
@NullMarked
package dev.partnercatalog.schemas.topic;

import org.jspecify.annotations.NullMarked;
