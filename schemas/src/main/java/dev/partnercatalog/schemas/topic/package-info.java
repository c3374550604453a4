/**
 * The system's topics: every topic's name, values and settings, and the one place that creates and checks them.
 *
 * <p>Nothing here reads or writes records.
 */
@NullMarked
package dev.partnercatalog.schemas.topic;

import org.jspecify.annotations.NullMarked;
