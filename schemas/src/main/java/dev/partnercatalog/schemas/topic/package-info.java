/** Every topic's name, values and settings, and the one place that creates and checks them. */
@NullMarked
package dev.partnercatalog.schemas.topic;

import org.jspecify.annotations.NullMarked;
