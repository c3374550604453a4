/**
 * API clients of partners: created, listed, disabled and given new secrets by the operator.
 *
 * <p>A client's secret is random and is printed once, on standard output; the topic contains its hash.
 */
@NullMarked
package dev.partnercatalog.cli.client;

import org.jspecify.annotations.NullMarked;
