package dev.partnercatalog.schemas.registry;

/** Records written with this schema are not read. The message says why, as the end of a sentence. */
final class UnfitSchemaException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int MAX_SHOWN = 300;

    UnfitSchemaException(String message) {
        super(message);
    }

    /** An exception's message without the schema, which it may quote at length. */
    static String firstLine(Exception fault) {
        return cut(String.valueOf(fault.getMessage()).lines().findFirst().orElse(""));
    }

    static String cut(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    }
}
