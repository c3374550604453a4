/** Secrets that are generated once, shown once and stored as hashes. */
@NullMarked
package dev.partnercatalog.operations.credential;

import org.jspecify.annotations.NullMarked;
