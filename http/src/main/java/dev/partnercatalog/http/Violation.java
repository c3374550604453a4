package dev.partnercatalog.http;

/**
 * One thing that is wrong with a request.
 *
 * @param field where: a field's path such as {@code barcodes[3]}, or {@code body}, {@code header} or {@code url}
 * @param problem what was expected, and which value came instead
 */
public record Violation(String field, String problem) {}
