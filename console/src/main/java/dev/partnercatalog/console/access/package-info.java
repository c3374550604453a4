/**
 * Who may see and change what: tokens, how often they may be guessed, sessions, roles, the check that each request passes
 * before anything is done, and what of all that the audit log is told.
 */
@NullMarked
package dev.partnercatalog.console.access;

import org.jspecify.annotations.NullMarked;
