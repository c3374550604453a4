package dev.partnercatalog.query.desk;

import dev.partnercatalog.http.InnerResponse;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Any operation of the API, as the client that has signed in: the desk authenticates the request. */
final class ApiDesk {

    private static final String METHOD = "method";
    private static final String ADDRESS = "address";
    private static final String BODY = "body";
    private static final int ROWS = 6;
    private static final int LONGEST_ADDRESS = 4_096;
    private static final int SHOWN = 64 << 10;

    void addTo(DeskRoutes desk) {
        String path = DeskSection.API.place().toString();
        desk.get(path, visit -> page(visit, "GET", "/v1/partner", Html.nothing()));
        desk.post(path, visit -> page(visit, visit.field(METHOD), visit.field(ADDRESS), result(visit)));
    }

    private static DeskView page(DeskVisit visit, String method, String address, Html result) {
        Map<String, String> methods = new LinkedHashMap<>();
        Stream.of("GET", "POST", "PUT", "PATCH", "DELETE").forEach(each -> methods.put(each, each));
        return DeskView.of(
                DeskSection.API,
                "API",
                Tag.P.of(
                        Html.text("Sends a request to the API as your client. What it changes is really changed. "),
                        Tag.A.to(Place.of("docs", "reference")).of("All operations")),
                visit.form(
                        DeskSection.API.place(),
                        Forms.submit("Send"),
                        Forms.choice(METHOD, "Method", method, methods),
                        Forms.longText(ADDRESS, "Path and query", address, true, LONGEST_ADDRESS),
                        Forms.optionalLines(BODY, "Body, in JSON (optional)", visit.field(BODY), ROWS)),
                result);
    }

    private static Html result(DeskVisit visit) {
        String method = visit.field(METHOD);
        URI address = address(visit.field(ADDRESS));
        if (address == null) {
            return Tag.P.styled("fault").of("A path begins with /v1/, and has no spaces or other special characters.");
        }
        String query = Objects.requireNonNullElse(address.getRawQuery(), "");
        if (URLDecoder.decode(query, StandardCharsets.UTF_8).contains("wait=")) {
            return Tag.P.styled("fault").of("A page can't wait for changes: leave the parameter wait out.");
        }
        String body = visit.field(BODY);
        Map<String, String> headers = new HashMap<>();
        if (!body.isEmpty()) {
            headers.put("Content-Type", method.equals("PATCH") ? "application/merge-patch+json" : "application/json");
        }
        InnerResponse response = visit.api()
                .send(method, address.getRawPath(), query, headers, body)
                .response();
        return Tag.SECTION.of(
                Tag.H2.of("Response, status " + response.status()),
                Shown.pre("Headers", lines(response.headers())),
                Shown.pre("Body", cut(response.body())));
    }

    private static String lines(Map<String, String> headers) {
        return headers.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(header -> header.getKey() + ": " + header.getValue())
                .collect(Collectors.joining("\n"));
    }

    private static String cut(String body) {
        return body.length() <= SHOWN ? body : body.substring(0, SHOWN) + "…";
    }

    /** Null if it isn't an address of an operation. */
    private static @Nullable URI address(String text) {
        try {
            URI address = URI.create(text);
            return text.startsWith("/v1/") && address.equals(address.normalize()) ? address : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
