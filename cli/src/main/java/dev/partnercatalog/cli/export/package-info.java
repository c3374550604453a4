/**
 * The command that writes out what a company or a location serves, so that two environments can be compared.
 *
 * <p>This package decides no rule of the catalog.
 */
@NullMarked
package dev.partnercatalog.cli.export;

import org.jspecify.annotations.NullMarked;
