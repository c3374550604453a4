/**
 * API clients of partners: created, listed, disabled and given new secrets.
 *
 * <p>A client's secret is random and is returned once; the topic contains its hash. This package doesn't know how people
 * issue these requests.
 */
@NullMarked
package dev.partnercatalog.operations.client;

import org.jspecify.annotations.NullMarked;
