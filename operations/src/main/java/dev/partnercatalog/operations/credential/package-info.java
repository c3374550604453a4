/** Secrets that are made once, shown once and kept as hashes. */
@NullMarked
package dev.partnercatalog.operations.credential;

import org.jspecify.annotations.NullMarked;
