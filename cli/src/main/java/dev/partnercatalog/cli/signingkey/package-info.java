/**
 * The keys that sign access tokens: listed, rotated and removed by the operator.
 *
 * <p>A key is encrypted under the master key before it leaves this package; only its id is ever printed.
 */
@NullMarked
package dev.partnercatalog.cli.signingkey;

import org.jspecify.annotations.NullMarked;
