package dev.partnercatalog.schemas.registry;

/** No record is read that was written with a schema. The message says why, as the end of a sentence. */
final class UnfitSchemaException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int MAX_SHOWN = 300;

    UnfitSchemaException(String message) {
        super(message);
    }

    /** What an exception says, without the schema that it may quote at length. */
    static String firstLine(Exception fault) {
        return cut(String.valueOf(fault.getMessage()).lines().findFirst().orElse(""));
    }

    static String cut(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    }
}
