/** The rules an upstream event must satisfy to be accepted, and how its key is built. */
@NullMarked
package dev.partnercatalog.schemas.event;

import org.jspecify.annotations.NullMarked;
