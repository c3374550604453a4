package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An engineer's browser at the desk, without rendering. Follows no redirects by itself. */
final class DeskClient {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"form-token\" value=\"([^\"]+)\"");
    private static final Pattern TAG = Pattern.compile("name=\"tag\" value=\"([^\"]+)\"");
    private static final Pattern DELIVERY = Pattern.compile("href=\"(/desk/deliveries/[^\"]+)\"");

    private final URI api;
    private final String origin;
    private @Nullable String cookie;

    DeskClient(URI api) {
        this(api, null);
    }

    DeskClient(URI api, @Nullable String cookie) {
        this(api, api.toString(), cookie);
    }

    private DeskClient(URI api, String origin, @Nullable String cookie) {
        this.api = api;
        this.origin = origin;
        this.cookie = cookie;
    }

    /** The same browser at another instance behind the same address. */
    DeskClient at(URI instance) {
        return new DeskClient(instance, cookie);
    }

    /** The same browser on a page of another site. */
    DeskClient from(String site) {
        return new DeskClient(api, site, cookie);
    }

    @Nullable
    String cookie() {
        return cookie;
    }

    /** Sends the form with which one signs in, and keeps the session. */
    HttpResponse<String> signIn(String path, String... fields) throws Exception {
        HttpResponse<String> answer = post(path, fields);
        answer.headers()
                .firstValue("Set-Cookie")
                .ifPresent(header -> cookie = header.substring(0, header.indexOf(';')));
        return answer;
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(request(path).GET());
    }

    /** Loads a page that must exist. */
    String page(String path) throws Exception {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** The path of the page of the latest delivery. */
    String firstDelivery() throws Exception {
        return first(DELIVERY, page("/desk/deliveries"));
    }

    String formToken() throws Exception {
        return first(FORM_TOKEN, page("/desk"));
    }

    private static String first(Pattern pattern, String page) {
        Matcher found = pattern.matcher(page);
        assertThat(found.find()).as("%s in %s", pattern, page).isTrue();
        return found.group(1);
    }

    /** Changes the webhook's address, as the page shows it now, with other fields of the form. */
    HttpResponse<String> changeAddress(String url, String... others) throws Exception {
        String page = page("/desk");
        List<String> fields = new ArrayList<>(List.of("form-token", first(FORM_TOKEN, page)));
        fields.addAll(List.of("tag", first(TAG, page).replace("&quot;", "\""), "url", url));
        fields.addAll(List.of(others));
        return post("/desk/webhook/address", fields.toArray(String[]::new));
    }

    /** Sends a form of the session as its pages do. */
    HttpResponse<String> submit(String path, String... fields) throws Exception {
        List<String> all = new ArrayList<>(List.of("form-token", formToken()));
        all.addAll(List.of(fields));
        return post(path, all.toArray(String[]::new));
    }

    /** @param fields names and values, alternating */
    HttpResponse<String> post(String path, String... fields) throws Exception {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            form.append(i == 0 ? "" : "&")
                    .append(fields[i])
                    .append('=')
                    .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", origin)
                .POST(HttpRequest.BodyPublishers.ofString(form.toString())));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.resolve(path)).timeout(TIMEOUT);
        return cookie == null ? request : request.header("Cookie", cookie);
    }
}
