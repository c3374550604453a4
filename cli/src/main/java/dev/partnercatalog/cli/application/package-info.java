/**
 * The commands that each run one application: settings from flags and environment variables, a log line when it starts
 * and when it is ready, and an orderly stop.
 */
@NullMarked
package dev.partnercatalog.cli.application;

import org.jspecify.annotations.NullMarked;
