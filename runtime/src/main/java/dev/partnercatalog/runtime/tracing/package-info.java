/**
 * Where the applications' spans go: to an OpenTelemetry collector by OTLP, or nowhere.
 *
 * <p>What a span contains is decided where it is created. Code that creates spans never waits here.
 */
@NullMarked
package dev.partnercatalog.runtime.tracing;

import org.jspecify.annotations.NullMarked;
