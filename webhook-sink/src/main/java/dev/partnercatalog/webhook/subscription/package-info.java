/**
 * Who is to have what: the configurations of partners, made ready for looking up by company.
 *
 * <p>What a partner already has, and how it gets the rest, is not known here.
 */
@NullMarked
package dev.partnercatalog.webhook.subscription;

import org.jspecify.annotations.NullMarked;
