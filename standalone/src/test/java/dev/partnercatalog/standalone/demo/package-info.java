/** The demo as a newcomer meets it. */
@NullMarked
package dev.partnercatalog.standalone.demo;

import org.jspecify.annotations.NullMarked;
