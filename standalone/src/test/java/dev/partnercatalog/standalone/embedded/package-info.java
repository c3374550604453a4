/** The embedded servers, each alone and when the process that runs it dies. */
@NullMarked
package dev.partnercatalog.standalone.embedded;

import org.jspecify.annotations.NullMarked;
