/**
 * The single writer of partner configurations.
 *
 * <p>Nothing here knows access rules, or what the API does with a configuration.
 */
@NullMarked
package dev.partnercatalog.streams.partner;

import org.jspecify.annotations.NullMarked;
