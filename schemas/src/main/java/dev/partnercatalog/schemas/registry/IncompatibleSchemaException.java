package dev.partnercatalog.schemas.registry;

/** The registry refused a schema, because it would break readers or writers of the versions it holds. */
public final class IncompatibleSchemaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    IncompatibleSchemaException(String subject, String differences) {
        super("the registry refused the schema of " + subject + ": " + differences);
    }
}
