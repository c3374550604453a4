/** Tests of the documents as the console shows them. */
@NullMarked
package dev.partnercatalog.console.manual;

import org.jspecify.annotations.NullMarked;
