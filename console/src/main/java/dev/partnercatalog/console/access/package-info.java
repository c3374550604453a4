/**
 * Who may see and change what: the token, how often it may be guessed, sessions, and the check that each request passes
 * before anything is done.
 */
@NullMarked
package dev.partnercatalog.console.access;

import org.jspecify.annotations.NullMarked;
