/**
 * Who did what: recording actions in the audit log, and reading the log.
 *
 * <p>Permissions aren't decided here.
 */
@NullMarked
package dev.partnercatalog.operations.audit;

import org.jspecify.annotations.NullMarked;
