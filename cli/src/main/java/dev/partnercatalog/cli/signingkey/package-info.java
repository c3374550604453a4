/**
 * {@code ./catalog signing-key}: the keys that sign access tokens.
 *
 * <p>Only a key's id is ever printed.
 */
@NullMarked
package dev.partnercatalog.cli.signingkey;

import org.jspecify.annotations.NullMarked;
