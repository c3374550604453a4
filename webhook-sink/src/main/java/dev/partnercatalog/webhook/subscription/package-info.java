/**
 * Which partner should have what: the configurations of partners, prepared for lookup by company.
 *
 * <p>This package doesn't know what a partner already has, or how it gets the rest.
 */
@NullMarked
package dev.partnercatalog.webhook.subscription;

import org.jspecify.annotations.NullMarked;
