/** The demo as a newcomer sees it. */
@NullMarked
package dev.partnercatalog.standalone.demo;

import org.jspecify.annotations.NullMarked;
