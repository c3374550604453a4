package dev.partnercatalog.runtime.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The error body of the API (specification, "Error body"; D20).
 *
 * @param pathsWithoutCodes where errors don't include their codes
 * @param help a page that has an anchor for each code; null if errors have no link to one
 */
public record ErrorBody(
        Set<String> pathsWithoutCodes, @Nullable String help) implements ProblemFormat {

    /** Every error includes its code. */
    public ErrorBody() {
        this(Set.of(), null);
    }

    /** Every error includes its code, except at one path (D19). */
    public static ErrorBody withoutCodesAt(String path) {
        return new ErrorBody(Set.of(path, path + "/"), null);
    }

    /** The same errors, each with a link to a page that has an anchor for each code, the code in lower case. */
    public ErrorBody withHelpAt(String page) {
        return new ErrorBody(pathsWithoutCodes, page);
    }

    @Override
    public Map<String, String> headers(HttpProblem problem) {
        return help == null
                ? Map.of()
                : Map.of(
                        "Link",
                        "<" + help + "#" + problem.code().name().toLowerCase(Locale.ROOT)
                                + ">; rel=\"help\"; type=\"text/html\"");
    }

    @Override
    public byte[] body(HttpProblem problem, @Nullable String path) {
        boolean withCode = path == null || !pathsWithoutCodes.contains(path);
        return JsonOutput.of(new Body(
                new Details(problem.violations()),
                problem.code().status(),
                withCode ? problem.code().name() : null,
                problem.message(),
                problem.suggestion(),
                problem.code().title()));
    }

    private record Body(
            Details body,
            int code,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String errorCode,

            String message,
            String suggestion,
            String title) {}

    private record Details(
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Violation> violations) {}
}
