/**
 * Who may see and change what: tokens, limits on guessing them, sessions, roles, the check that each request passes
 * before anything is done, and what is recorded of all that in the audit log.
 */
@NullMarked
package dev.partnercatalog.console.access;

import org.jspecify.annotations.NullMarked;
