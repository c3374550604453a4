/**
 * Publishes files of events to the input topics, or checks them: a publisher that other programs can use, and the
 * commands around it.
 */
@NullMarked
package dev.partnercatalog.cli.publish;

import org.jspecify.annotations.NullMarked;
