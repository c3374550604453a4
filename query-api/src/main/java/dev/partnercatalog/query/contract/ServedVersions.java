package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.Routes;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions of the API as its responses show them (D33): a path of a version that isn't served is named as such, and an
 * operation that the document marks with {@code deprecated} and {@code x-sunset} says so in each response. Immutable.
 */
final class ServedVersions {

    private static final String SERVED = "/v1/";

    /** The notice that partners are promised. */
    private static final int MONTHS = 12;

    private static final Pattern VERSION = Pattern.compile("/(v[0-9]{1,9})(?:/.*)?", Pattern.DOTALL);
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

    /** An operation that will go. */
    private record Going(String method, List<String> path, String deprecation, String sunset) {

        boolean is(Context context) {
            List<String> given = List.of(context.path().split("/", -1));
            String asked = context.req().getMethod();
            if (!method.equals(asked.equals("HEAD") ? "GET" : asked) || given.size() != path.size()) {
                return false;
            }
            for (int i = 0; i < path.size(); i++) {
                if (!path.get(i).startsWith("{") && !path.get(i).equals(given.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    private final List<Going> going = new ArrayList<>();
    private final String link;

    /**
     * The versions that a document describes.
     *
     * @param page where partners read what changes
     */
    ServedVersions(JsonNode document, String page) {
        link = "<" + page + ">; rel=\"deprecation\"; type=\"text/html\"";
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    if (operation.getValue().path("deprecated").asBoolean()) {
                        going.add(going(
                                operation.getKey().toUpperCase(Locale.ROOT), path.getKey(), operation.getValue()));
                    }
                }));
    }

    private static Going going(String method, String path, JsonNode operation) {
        LocalDate since = LocalDate.parse(operation.path("x-deprecated-since").asText());
        LocalDate sunset = LocalDate.parse(operation.path("x-sunset").asText());
        if (sunset.isBefore(since.plusMonths(MONTHS))) {
            throw new DateTimeException(
                    method + " " + path + " would go less than " + MONTHS + " months after " + since);
        }
        return new Going(
                method,
                List.of(path.split("/", -1)),
                "@" + since.atStartOfDay(ZoneOffset.UTC).toEpochSecond(),
                HTTP_DATE.format(sunset.atStartOfDay(ZoneOffset.UTC)));
    }

    void addTo(Routes routes) {
        routes.before(context -> {
            requireServed(context.path());
            going.stream()
                    .filter(each -> each.is(context))
                    .findFirst()
                    .ifPresent(each -> context.header("Deprecation", each.deprecation())
                            .header("Sunset", each.sunset())
                            .header("Link", link));
        });
    }

    private static void requireServed(String path) {
        if (path.startsWith(SERVED)) {
            return;
        }
        Matcher other = VERSION.matcher(path);
        if (other.matches() && !other.group(1).equals("v1")) {
            throw HttpProblem.of(
                    ErrorCode.NOT_FOUND,
                    "There is no version " + other.group(1) + " of this API; the only one served is v1.",
                    "Use a path that begins with " + SERVED + ".");
        }
    }
}
