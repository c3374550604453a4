/**
 * The operations of the API: what each takes, which rules it follows and what it answers.
 *
 * <p>The rules of the catalog themselves are {@code resolution}'s; where data lie and how HTTP is spoken is not known
 * here.
 */
@NullMarked
package dev.partnercatalog.query.operation;

import org.jspecify.annotations.NullMarked;
