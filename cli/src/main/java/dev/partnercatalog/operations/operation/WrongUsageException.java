package dev.partnercatalog.operations.operation;

import java.util.Locale;

/** What was given isn't what the operation expects. The message names options with their dashes. */
public final class WrongUsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String parameter;

    WrongUsageException(Parameter parameter, String message) {
        super(message, null, false, false);
        this.parameter = parameter.name();
    }

    /** The name of the parameter that is wrong or missing. */
    public String parameter() {
        return parameter;
    }

    /** What is wrong, as a sentence beside a form's field, which has no dashes. */
    public String sentence() {
        String words = String.valueOf(getMessage()).replace("--", "");
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
    }
}
