/**
 * The command that explains why a record looks as it does: it reads what the resolver and the upstream systems wrote,
 * asks the code that answers partners, and shows both.
 *
 * <p>This package decides no rule of the catalog.
 */
@NullMarked
package dev.partnercatalog.cli.explain;

import org.jspecify.annotations.NullMarked;
