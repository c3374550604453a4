/**
 * The embedded default: everything that Partner Catalog needs, in one program on one machine. This package combines a
 * broker, a registry and the three applications, and offers that as commands, one of them with a small made-up catalog, a partner's webhook receiver and a guided tour
 * for newcomers; it contains no rule of the catalog and no
 * code that a production installation would run.
 */
@NullMarked
package dev.partnercatalog.standalone;

import org.jspecify.annotations.NullMarked;
