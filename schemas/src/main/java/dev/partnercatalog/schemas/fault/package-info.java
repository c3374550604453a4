/** Faults of the platform and its libraries, in words for people. */
@NullMarked
package dev.partnercatalog.schemas.fault;

import org.jspecify.annotations.NullMarked;
