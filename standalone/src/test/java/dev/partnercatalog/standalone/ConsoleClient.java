package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
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

/** An operator's browser at the console, without rendering. Follows no redirects by itself. */
final class ConsoleClient {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"form-token\" value=\"([^\"]+)\"");

    private final URI console;
    private @Nullable String session;

    ConsoleClient(URI console) {
        this.console = console;
    }

    /** A client of another console with a copy of this one's session. */
    ConsoleClient at(URI other) {
        ConsoleClient copy = new ConsoleClient(other);
        copy.session = session;
        return copy;
    }

    /** Signs in, and keeps the session. */
    HttpResponse<String> signIn(String token) throws Exception {
        HttpResponse<String> answer = post("/sign-in", console.toString(), "token", token);
        answer.headers()
                .firstValue("Set-Cookie")
                .ifPresent(cookie -> session = cookie.substring(0, cookie.indexOf(';')));
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

    /** Sends a form of the session as its pages do, and loads the page that it leads to. */
    String submit(String path, String... fields) throws Exception {
        HttpResponse<String> answer = postSigned(path, fields);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
        return page(answer.headers().firstValue("Location").orElseThrow());
    }

    /** Sends a form of the session whose response is a page. */
    String ask(String path, String... fields) throws Exception {
        HttpResponse<String> answer = postSigned(path, fields);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** Sends a form of the session as its pages do. */
    HttpResponse<String> postSigned(String path, String... fields) throws Exception {
        Matcher token = FORM_TOKEN.matcher(page("/"));
        assertThat(token.find()).as("signed in").isTrue();
        List<String> all = new ArrayList<>(List.of("form-token", token.group(1)));
        all.addAll(List.of(fields));
        return post(path, console.toString(), all.toArray(String[]::new));
    }

    /** @param fields names and values, alternating */
    HttpResponse<String> post(String path, @Nullable String origin, String... fields) throws Exception {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            form.append(i == 0 ? "" : "&")
                    .append(fields[i])
                    .append('=')
                    .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        HttpRequest.Builder request = request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form.toString()));
        if (origin != null) {
            request.header("Origin", origin);
        }
        return send(request);
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(console.resolve(path)).timeout(TIMEOUT);
        return session == null ? request : request.header("Cookie", session);
    }

    /** The first line of the response to a request with this host, as with a rebound DNS name. */
    String statusLine(String host) throws IOException {
        try (Socket socket = new Socket(console.getHost(), console.getPort())) {
            socket.getOutputStream()
                    .write(("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.substring(0, answer.indexOf("\r\n"));
        }
    }
}
