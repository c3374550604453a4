/**
 * The embedded default: everything that Partner Catalog needs, in one program on one machine. This package puts a
 * broker, a registry and the three applications together and offers that as commands; it holds no rule of the catalog
 * and no code that a production installation would run.
 */
@NullMarked
package dev.partnercatalog.standalone;

import org.jspecify.annotations.NullMarked;
