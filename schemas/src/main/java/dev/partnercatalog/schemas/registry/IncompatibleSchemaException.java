package dev.partnercatalog.schemas.registry;

import java.util.List;
import java.util.stream.Collectors;

/** The registry refused a schema, because it would break readers or writers of the versions it holds. */
public final class IncompatibleSchemaException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int MOST_CAUSES = 10;

    private IncompatibleSchemaException(String message) {
        super(message);
    }

    /**
     * Says what differs and where.
     *
     * @param subject of the schema
     * @param causes from the registry, which says each once for each version and direction
     * @param otherwise what to say if it gave none
     */
    public static IncompatibleSchemaException of(String subject, List<String> causes, String otherwise) {
        List<String> distinct = causes.stream().distinct().toList();
        String named = distinct.isEmpty()
                ? otherwise
                : distinct.stream().limit(MOST_CAUSES).collect(Collectors.joining("; "));
        int more = distinct.size() - MOST_CAUSES;
        return new IncompatibleSchemaException("the registry refused the schema of " + subject + ": " + named
                + (more > 0 ? "; and " + more + " more" : ""));
    }
}
