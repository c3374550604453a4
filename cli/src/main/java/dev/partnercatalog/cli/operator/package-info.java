/**
 * The operators of the console: made, listed and revoked by accounts with write access to their topic.
 *
 * <p>An operator's token is random and leaves here once, on standard output; the topic holds its hash.
 */
@NullMarked
package dev.partnercatalog.cli.operator;

import org.jspecify.annotations.NullMarked;
