/**
 * The commands that run one application each: settings from flags and environment variables, a line when it starts and
 * when it is ready, and an orderly stop.
 *
 * <p>What an application does is in its own module; here it is only configured and started.
 */
@NullMarked
package dev.partnercatalog.cli.application;

import org.jspecify.annotations.NullMarked;
