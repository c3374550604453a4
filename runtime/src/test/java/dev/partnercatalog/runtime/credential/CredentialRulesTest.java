package dev.partnercatalog.runtime.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.http.Violation;
import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.address.WebhookUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialRulesTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final OAuth2Client CLIENT =
            new OAuth2Client("https://login.example/token", "id", "s3cret", "webhooks write");

    @Test
    void what_endpoints_usually_require_is_fine() {
        HeldCertificate root = valid().certificateAuthority(0).build();
        HeldCertificate own = valid().signedBy(root).build();

        assertThat(violations(
                        List.of(new StaticHeader("X-Api-Key", "abc def=="), new StaticHeader("X-Tenant", "7")),
                        CLIENT,
                        certificate(own, root)))
                .isEmpty();
        assertThat(violations(List.of(new StaticHeader("Authorization", "Basic dTpw")), null, null))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "X Api",
                "X:Api",
                "X-Äpi",
                "X-Api\r\nHost",
                "X-Api\n",
                "Host",
                "content-type",
                "Content-Length",
                "Webhook-Signature",
                "webhook-anything",
                "Connection",
                "Keep-Alive",
                "Proxy-Authorization",
                "TE",
                "Trailer",
                "Transfer-Encoding",
                "Upgrade",
                "Expect",
                "User-Agent",
                "traceparent",
                "X-Forwarded-For",
                "Accept-Encoding",
                "X-Partner-Catalog-Retry-After"
            })
    void an_invalid_or_reserved_header_name_is_refused(String name) {
        assertThat(violations(List.of(new StaticHeader(name, "value")), null, null))
                .extracting(Violation::field)
                .containsOnly("headers")
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " s3cret", "s3cret ", "s3cret\r\nX: y", "s3cret\n", "s3cret\u0000", "s3cretü", "s3cret\ttab"
            })
    void an_invalid_header_value_is_refused_and_not_shown(String value) {
        assertThat(violations(List.of(new StaticHeader("X-Api-Key", value)), null, null))
                .hasSize(1)
                .allSatisfy(violation -> assertThat(violation.problem()).doesNotContain("s3cret"));
    }

    @Test
    void names_are_limited_in_number_and_length_and_unique() {
        assertThat(violations(headers(8), null, null)).isEmpty();
        assertThat(violations(headers(9), null, null)).hasSize(1);
        assertThat(violations(List.of(new StaticHeader("x".repeat(64), "v")), null, null))
                .isEmpty();
        assertThat(violations(List.of(new StaticHeader("x".repeat(65), "v")), null, null))
                .hasSize(1);
        assertThat(violations(List.of(new StaticHeader("X-A", "v".repeat(4_096))), null, null))
                .isEmpty();
        assertThat(violations(List.of(new StaticHeader("X-A", "v".repeat(4_097))), null, null))
                .hasSize(1);
        assertThat(violations(List.of(new StaticHeader("X-A", "1"), new StaticHeader("x-a", "2")), null, null))
                .hasSize(1);
    }

    @Test
    void an_access_token_and_a_header_authorization_exclude_each_other() {
        assertThat(violations(List.of(new StaticHeader("authorization", "Basic dTpw")), CLIENT, null))
                .containsExactly(
                        new Violation("headers", "can't contain Authorization, which is used for the access token"));
    }

    @ParameterizedTest
    @CsvSource({
        "http://login.example/token, id, secret, scope, oauth2.tokenUrl",
        "https://10.0.0.1/token, id, secret, scope, oauth2.tokenUrl",
        "https://user@login.example/token, id, secret, scope, oauth2.tokenUrl",
        "https://login.example/token, '', secret, scope, oauth2.clientId",
        "https://login.example/token, ü, secret, scope, oauth2.clientId",
        "https://login.example/token, id, '', scope, oauth2.clientSecret",
        "https://login.example/token, id, secret, 'two  spaces', oauth2.scope",
        "https://login.example/token, id, secret, 'quo\"te', oauth2.scope",
        "https://login.example/token, id, secret, '', oauth2.scope"
    })
    void a_client_with_an_invalid_part_is_refused(
            String url, String clientId, String secret, String scope, String field) {
        assertThat(violations(List.of(), new OAuth2Client(url, clientId, secret, scope), null))
                .extracting(Violation::field)
                .containsExactly(field);
    }

    @ParameterizedTest
    @CsvSource({
        "grant_type, x, oauth2.parameters",
        "client_secret, x, oauth2.parameters",
        "scope, x, oauth2.parameters",
        "a b, x, oauth2.parameters",
        "'', x, oauth2.parameters",
        "audience, '', oauth2.parameters.audience",
        "audience, ü, oauth2.parameters.audience"
    })
    void a_parameter_that_the_request_has_already_or_that_is_invalid_is_refused(
            String name, String value, String field) {
        assertThat(violations(List.of(), client("id", OAuth2Client.Method.BASIC, Map.of(name, value)), null))
                .extracting(Violation::field)
                .containsExactly(field);
    }

    @Test
    void parameters_are_bounded_and_an_id_with_a_colon_can_not_be_sent_as_it_is() {
        Map<String, String> many = new TreeMap<>();
        for (int i = 0; i < 9; i++) {
            many.put("p" + i, "x");
        }
        assertThat(violations(List.of(), client("id", OAuth2Client.Method.BODY, many), null))
                .containsExactly(new Violation("oauth2.parameters", "expected up to 8, got 9"));
        many.remove("p0");
        assertThat(violations(List.of(), client("a:b", OAuth2Client.Method.BODY, many), null))
                .isEmpty();
        assertThat(violations(List.of(), client("a:b", OAuth2Client.Method.BASIC_RAW, Map.of()), null))
                .extracting(Violation::field)
                .containsExactly("oauth2.clientId");
    }

    private static OAuth2Client client(String id, OAuth2Client.Method method, Map<String, String> parameters) {
        return new OAuth2Client("https://login.example/token", id, "s3cret", null, method, parameters);
    }

    @Test
    void a_key_must_be_that_of_the_first_certificate() {
        HeldCertificate own = valid().build();
        HeldCertificate other = valid().build();

        assertThat(problem(new ClientCertificate(own.certificatePem(), other.privateKeyPkcs8Pem())))
                .contains("doesn't match the first certificate");
    }

    @Test
    void issuers_must_follow_in_order() {
        HeldCertificate root = valid().certificateAuthority(0).build();
        HeldCertificate stranger = valid().certificateAuthority(0).build();
        HeldCertificate own = valid().signedBy(root).build();

        assertThat(problem(certificate(own, stranger)))
                .contains("certificate 2 isn't that of the previous one's issuer");
    }

    @Test
    void a_certificate_that_has_expired_is_refused() {
        HeldCertificate own = new HeldCertificate.Builder()
                .validityInterval(
                        NOW.minus(Duration.ofDays(9)).toEpochMilli(),
                        NOW.minus(Duration.ofDays(2)).toEpochMilli())
                .build();

        assertThat(problem(certificate(own))).contains("expired at 2025-12-30T00:00:00Z");
    }

    @Test
    void texts_that_are_not_pem_or_are_huge_are_refused_and_not_shown() {
        HeldCertificate own = valid().build();
        String key = own.privateKeyPkcs8Pem();
        String encrypted = key.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");

        assertThat(problem(new ClientCertificate("", key))).contains("found 0");
        assertThat(problem(new ClientCertificate(own.certificatePem().repeat(6), key)))
                .contains("1 to 5 certificates");
        assertThat(problem(new ClientCertificate("x".repeat(20_000), key))).contains("longer than");
        assertThat(problem(new ClientCertificate(own.certificatePem(), "s3cret")))
                .contains("PKCS#8")
                .doesNotContain("s3cret");
        assertThat(problem(new ClientCertificate(own.certificatePem(), encrypted)))
                .contains("without a password");
        assertThat(problem(new ClientCertificate(
                        own.certificatePem(), key.substring(0, 60) + "\n-----END PRIVATE KEY-----")))
                .contains("can't be read");
    }

    private static HeldCertificate.Builder valid() {
        return new HeldCertificate.Builder()
                .validityInterval(
                        NOW.minus(Duration.ofDays(1)).toEpochMilli(),
                        NOW.plus(Duration.ofDays(1)).toEpochMilli());
    }

    private static ClientCertificate certificate(HeldCertificate own, HeldCertificate... issuers) {
        StringBuilder chain = new StringBuilder(own.certificatePem());
        for (HeldCertificate issuer : issuers) {
            chain.append(issuer.certificatePem());
        }
        return new ClientCertificate(chain.toString(), own.privateKeyPkcs8Pem());
    }

    private static List<StaticHeader> headers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new StaticHeader("X-" + i, "v"))
                .toList();
    }

    private static String problem(ClientCertificate certificate) {
        List<Violation> violations = violations(List.of(), null, certificate);
        assertThat(violations).hasSize(1);
        return violations.get(0).problem();
    }

    private static List<Violation> violations(
            List<StaticHeader> headers, @Nullable OAuth2Client oauth2, @Nullable ClientCertificate certificate) {
        WebhookAddresses addresses = new WebhookAddresses(false);
        return CredentialRules.violations(
                new WebhookCredentials(true, headers, oauth2, certificate),
                url -> WebhookUrl.problem(url, addresses),
                NOW);
    }
}
