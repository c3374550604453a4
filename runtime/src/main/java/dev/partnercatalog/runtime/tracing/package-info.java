/**
 * Where the applications' spans go: to an OpenTelemetry collector by OTLP, or nowhere.
 *
 * <p>What a span tells is the business of those that make it. None of them ever waits here.
 */
@NullMarked
package dev.partnercatalog.runtime.tracing;

import org.jspecify.annotations.NullMarked;
