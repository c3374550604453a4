/** Prints reports as text for people, or as JSON for programs. */
@NullMarked
package dev.partnercatalog.cli.report;

import org.jspecify.annotations.NullMarked;
