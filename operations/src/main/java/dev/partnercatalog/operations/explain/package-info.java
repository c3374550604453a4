/**
 * Why a record looks as it does: what the resolver and the upstream systems wrote, and what the code that answers
 * partners makes of it.
 *
 * <p>No rule of the catalog is decided here, and how an explanation is shown isn't known.
 */
@NullMarked
package dev.partnercatalog.operations.explain;

import org.jspecify.annotations.NullMarked;
