/**
 * Why a record looks as it does: what the resolver and the upstream systems wrote, and what the code that answers partners
 * makes of it. Decides no rule of the catalog.
 */
@NullMarked
package dev.partnercatalog.cli.explain;

import org.jspecify.annotations.NullMarked;
