/**
 * The command that writes out what a company or a location serves, so that two environments can be compared.
 *
 * <p>No rule of the catalog is decided here.
 */
@NullMarked
package dev.partnercatalog.cli.export;

import org.jspecify.annotations.NullMarked;
