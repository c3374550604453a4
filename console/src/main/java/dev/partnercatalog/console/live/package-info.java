/**
 * What the console knows at every moment: small topics that it follows, and the flow of records, measured at the brokers.
 *
 * <p>Reads alone; how it is shown isn't known here.
 */
@NullMarked
package dev.partnercatalog.console.live;

import org.jspecify.annotations.NullMarked;
