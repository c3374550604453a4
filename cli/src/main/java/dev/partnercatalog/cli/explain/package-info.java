/**
 * The command that tells why a record looks as it does: it reads what the resolver and the upstream systems wrote, asks
 * the code that answers partners, and shows both.
 *
 * <p>No rule of the catalog is decided here.
 */
@NullMarked
package dev.partnercatalog.cli.explain;

import org.jspecify.annotations.NullMarked;
