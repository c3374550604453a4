/**
 * Who did what: how an action is written to the audit log, and how the log is read.
 *
 * <p>Whether somebody may do something isn't decided here.
 */
@NullMarked
package dev.partnercatalog.operations.audit;

import org.jspecify.annotations.NullMarked;
