package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.RunningConsole.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the operators' console refuses, and what its answers keep a browser from doing. */
@ExtendWith(CatalogExtension.class)
class ConsoleAccessTest {

    private final RunningConsole console;
    private final ConsoleClient visitor;

    ConsoleAccessTest(RunningConsole console) {
        this.console = console;
        visitor = console.visitor();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/nothing", "/style.css", "/console.js", "/partners", "/sign-in", "/%2e%2e%2f"})
    void every_answer_forbids_what_no_page_needs(String path) throws Exception {
        HttpResponse<String> answer = visitor.get(path);
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(answer.headers().firstValue("X-Frame-Options")).contains("DENY");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(answer.headers().firstValue("Cache-Control").orElse("")).matches("no-store|no-cache");
        assertThat(answer.headers().firstValue("Server")).isEmpty();
        assertThat(answer.body()).doesNotContain("style=", "onclick", "<script>", "=\"http", "url(");
    }

    @Test
    void a_name_that_is_not_this_machines_is_refused() throws Exception {
        assertThat(visitor.statusLine("evil.example")).contains("403");
        assertThat(visitor.statusLine("localhost:" + console.address().getPort()))
                .contains("200");
    }

    @Test
    void nothing_is_changed_without_a_session_and_a_form_of_this_console() throws Exception {
        String here = console.address().toString();
        assertThat(visitor.post("/partners/p/ping", here).statusCode()).isEqualTo(303);
        assertThat(visitor.post("/partners/p/ping", null).statusCode()).isEqualTo(403);
        assertThat(visitor.signIn("a token that isn't the one").statusCode()).isEqualTo(403);
        assertThat(visitor.post("/sign-in", "http://evil.example", "token", TOKEN)
                        .statusCode())
                .isEqualTo(403);

        HttpResponse<String> signedIn = visitor.signIn(TOKEN);
        assertThat(signedIn.headers().firstValue("Set-Cookie").orElseThrow())
                .contains("HttpOnly", "SameSite=Strict", "Path=/")
                .doesNotContain(TOKEN);
        assertThat(visitor.post("/partners/p/ping", here).statusCode()).isEqualTo(403);
        assertThat(visitor.post("/partners/p/ping", here, "form-token", "made up")
                        .statusCode())
                .isEqualTo(403);
        for (String method : List.of("PUT", "DELETE", "PATCH", "OPTIONS")) {
            HttpResponse<String> answer =
                    visitor.send(visitor.request("/").method(method, HttpRequest.BodyPublishers.noBody()));
            assertThat(answer.statusCode()).as(method).isEqualTo(403);
        }
        assertThat(visitor.post("/partners/p/ping", here, "form-token", "x".repeat(100_000))
                        .statusCode())
                .isEqualTo(413);
        assertThat(visitor.submit("/sign-out")).contains("<h1>Sign in</h1>");
    }
}
