/**
 * Why a record looks as it does: what the resolver and the upstream systems wrote, and what the code that answers
 * partners makes of it.
 *
 * <p>This package decides no rule of the catalog, and doesn't know how an explanation is shown.
 */
@NullMarked
package dev.partnercatalog.operations.explain;

import org.jspecify.annotations.NullMarked;
