/**
 * The single writer of partner configurations.
 *
 * <p>Access rules and what the API makes of a configuration are not known here.
 */
@NullMarked
package dev.partnercatalog.streams.partner;

import org.jspecify.annotations.NullMarked;
