/**
 * The operators of the console: created, listed and revoked by accounts with write access to their topic.
 *
 * <p>An operator's token is random and is printed once, on standard output; the topic contains its hash.
 */
@NullMarked
package dev.partnercatalog.cli.operator;

import org.jspecify.annotations.NullMarked;
