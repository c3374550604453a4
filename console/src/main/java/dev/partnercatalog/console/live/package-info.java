/**
 * What the console always knows: small topics that it follows, and the flow of records, measured at the brokers.
 *
 * <p>This package only reads; it doesn't know how the data is shown.
 */
@NullMarked
package dev.partnercatalog.console.live;

import org.jspecify.annotations.NullMarked;
