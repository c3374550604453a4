/**
 * API clients of partners: made, listed, disabled and given new secrets by the operator.
 *
 * <p>A client's secret is random and leaves here once, on standard output; the topic holds its hash.
 */
@NullMarked
package dev.partnercatalog.cli.client;

import org.jspecify.annotations.NullMarked;
