package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.Client;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An engineer's browser at the desk, without rendering. Follows no redirects by itself. */
final class DeskBrowser {

    static final String SECRET = "a secret";

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"form-token\" value=\"([^\"]+)\"");

    private final URI api;

    @Nullable
    String cookie;

    DeskBrowser(URI api) {
        this.api = api;
    }

    /** Signs in as a new client of the partner {@code p1}. */
    void signInTo(ApiHarness of) throws Exception {
        client(of, "c1", "p1");
        assertThat(signIn("c1", SECRET).statusCode()).isEqualTo(303);
    }

    /** Creates a client whose secret is {@link #SECRET}. */
    static void client(ApiHarness of, String clientId, String partnerId) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(SECRET.getBytes(StandardCharsets.UTF_8));
        of.clients.put(clientId, new Client(clientId, partnerId, ByteBuffer.wrap(hash), true, ApiHarness.NOW, 0));
    }

    HttpResponse<String> signIn(String clientId, String secret) throws Exception {
        return keeping(post("/desk/sign-in", "client_id", clientId, "client_secret", secret));
    }

    /** Keeps the cookie of a response, as a browser does. */
    HttpResponse<String> keeping(HttpResponse<String> answer) {
        answer.headers()
                .firstValue("Set-Cookie")
                .ifPresent(header -> cookie = header.substring(0, header.indexOf(';')));
        return answer;
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(request(path).GET());
    }

    String page(String path) throws Exception {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** What proves that a form belongs to the session; from a page that asks no operation. */
    String formToken() throws Exception {
        Matcher token = FORM_TOKEN.matcher(page("/desk/signatures"));
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    /** Sends a form as a page of the desk does. */
    HttpResponse<String> submit(String path, String... fields) throws Exception {
        List<String> all = new ArrayList<>(List.of("form-token", formToken()));
        all.addAll(List.of(fields));
        return post(path, all.toArray(String[]::new));
    }

    /** Sends a form of a page. */
    HttpResponse<String> send(DeskForm form) throws Exception {
        return post(form.action(), form.pairs());
    }

    HttpResponse<String> post(String path, String... fields) throws Exception {
        return send(form(path, fields).header("Origin", api.toString()));
    }

    /** Sends a form with a file as its page does. */
    HttpResponse<String> upload(String path, byte[] file, String... fields) throws Exception {
        return send(uploading(path, file, formToken(), fields).header("Origin", api.toString()));
    }

    HttpRequest.Builder uploading(String path, byte[] file, String token, String... fields) {
        StringBuilder before =
                new StringBuilder(part("form-token")).append(token).append("\r\n");
        for (int i = 0; i < fields.length; i += 2) {
            before.append(part(fields[i])).append(fields[i + 1]).append("\r\n");
        }
        before.append(part("file\"; filename=\"copy.ndjson"));
        return request(path)
                .header("Content-Type", "multipart/form-data; boundary=limit")
                .POST(HttpRequest.BodyPublishers.concat(
                        HttpRequest.BodyPublishers.ofString(before.toString()),
                        HttpRequest.BodyPublishers.ofByteArray(file),
                        HttpRequest.BodyPublishers.ofString("\r\n--limit--\r\n")));
    }

    /** The beginning of a field of a form with a file. */
    static String part(String name) {
        return "--limit\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n";
    }

    HttpRequest.Builder form(String path, String... fields) {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            form.append(i == 0 ? "" : "&")
                    .append(fields[i])
                    .append('=')
                    .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form.toString()));
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.resolve(path));
        return cookie == null ? request : request.header("Cookie", cookie);
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
