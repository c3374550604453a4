/** Tests of the signing key commands against keys in memory. */
@NullMarked
package dev.partnercatalog.cli.signingkey;

import org.jspecify.annotations.NullMarked;
