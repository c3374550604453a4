package dev.partnercatalog.runtime.http;

/**
 * One problem with a request.
 *
 * @param field its location: a field's path such as {@code barcodes[3]}, or {@code body}, {@code header} or {@code url}
 * @param problem what was expected, and the value received instead
 */
public record Violation(String field, String problem) {}
