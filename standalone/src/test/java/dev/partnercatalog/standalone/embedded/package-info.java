/** The embedded servers, each for itself and through the death of the process that holds it. */
@NullMarked
package dev.partnercatalog.standalone.embedded;

import org.jspecify.annotations.NullMarked;
