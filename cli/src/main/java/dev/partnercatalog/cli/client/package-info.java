/**
 * {@code ./catalog client}: API clients of partners, created, listed, disabled and given new secrets by the operator.
 *
 * {@code ./catalog partner}: links by which their engineers sign in to the desk.
 *
 * <p>A client's secret is printed once, on standard output.
 */
@NullMarked
package dev.partnercatalog.cli.client;

import org.jspecify.annotations.NullMarked;
