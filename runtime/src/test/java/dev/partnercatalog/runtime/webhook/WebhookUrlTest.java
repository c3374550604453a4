package dev.partnercatalog.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.schemas.event.WebhookTarget;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("D18: the form of a webhook's URL")
class WebhookUrlTest {

    private final WebhookAddresses strict = new WebhookAddresses(false);
    private final WebhookAddresses lenient = new WebhookAddresses(true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://partner.example/hooks",
                "HTTPS://Partner.Example",
                "https://partner.example:8443/a/b?c=d%20e",
                "https://under_score.partner.example/",
                "https://xn--bcher-kva.example/",
                "https://8.8.8.8/",
                "https://[2606:4700::1111]/hook",
                "https://[2606:4700::1111]:8443/hook",
                "https://1and1.example/",
                "https://localhost.example/",
            })
    void a_public_https_url_is_fine(String url) {
        assertThat(strict.problem(url)).isEmpty();
        assertThat(lenient.problem(url)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://partner.example/ | must begin with https://",
                "ftp://partner.example/ | must begin with https://",
                "partner.example/hooks | must begin with https://",
                "//partner.example/hooks | must begin with https://",
                "https:partner.example | has no host",
                "https:///path | has no host",
                "https://user@partner.example/ | must not contain credentials",
                "https://user:secret@partner.example/ | must not contain credentials",
                "https://partner.example:0/ | has no valid port",
                "https://partner.example:65536/ | has no valid port",
                "https://partner example/ | is not a URL",
                "https://partner.example:22/ | uses port 22, but webhooks may only be sent to these ports: 443, 8443",
                "https://[2606:4700::1111]:6379/ | uses port 6379, but",
                "https://127.0.0.1/ | has the address",
                "https://169.254.169.254/latest | has the address",
                "https://10.0.0.1:8443/ | has the address",
                "https://[::1]/ | has the address",
                "https://[64:ff9b::7f00:1]/ | has the address",
                "https://[fe80::1%25eth0]/ | has no valid host",
                "https://a..example/ | has no valid host",
                "https://.example/ | has no valid host",
                "https://a1234567890123456789012345678901234567890123456789012345678901234.example/ | has no valid host",
                "https://partner.example/\u200b | contains the invisible character U+200B",
                "\ufeffhttps://partner.example/ | contains the invisible character U+FEFF",
                "https://a\u200dü.example/ | contains the invisible character U+200D",
                "https://localhost/ | has the host localhost",
                "https://LOCALHOST:8443/ | has the host localhost",
                "https://api.localhost/ | has the host localhost",
                "https://localhost./ | has the host localhost",
                "https://api.LocalHost.:443/ | has the host localhost",
                "https://169.254.169.254/ | has the address 169.254.169.254, to which webhooks may not be sent",
            })
    void anything_else_is_refused_with_its_reason(String url, String problem) {
        assertThat(strict.problem(url))
                .hasValueSatisfying(said -> assertThat(said).contains(problem));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:9000/hook", "http://127.0.0.1/", "http://[::1]:80/", "https://10.0.0.1/"})
    void if_the_operator_allows_it_private_addresses_and_plain_http_are_fine(String url) {
        assertThat(lenient.problem(url)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://user@localhost/", "http://0.0.0.0/", "http://2130706433/", "gopher://localhost/"})
    void the_other_rules_apply_even_then(String url) {
        assertThat(lenient.problem(url)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.1",
                "2130706433",
                "0x7f000001",
                "0x7f.0.0.1",
                "0x7f.0.0.0x1",
                "0177.0.0.1",
                "127.0.0.1.",
                "1.2.3.4.5",
                "256.1.1.1",
                "0x",
                "a.8",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::ffff:8.8.8.8]"
            })
    void an_address_in_another_spelling_has_not_the_form_of_a_webhooks_URL(String host) {
        assertThatThrownBy(() -> WebhookTarget.parse("https://" + host + "/"))
                .hasMessage("has an IP address that is not in plain dotted form");
    }

    @ParameterizedTest
    @CsvSource({
        "https://bücher.example/h, https://xn--bcher-kva.example/h",
        "HTTPS://BÜCHER.example:8443?ü, HTTPS://xn--bcher-kva.example:8443?ü",
        "https://bu\u0308cher.example/, https://xn--bcher-kva.example/",
        "https://a_b.例え.テスト/, https://a_b.xn--r8jz45g.xn--zckzah/",
        "https://пример.example./, https://xn--e1afmkfd.example./",
        "https://Plain.example/ü, https://Plain.example/ü",
    })
    void an_international_name_is_kept_as_its_punycode(String url, String kept) {
        assertThat(WebhookTarget.inAscii(url)).isEqualTo(kept);
        assertThat(strict.problem(url)).isEmpty();
        assertThat(strict.problem(kept)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"straße", "１２７.０.０.１", "bücher。example", "ü..example"})
    void a_name_that_would_lead_elsewhere_is_refused(String host) {
        assertThatThrownBy(() -> WebhookTarget.parse("https://" + host + "/"))
                .hasMessageContaining("give its punycode");
    }

    @Test
    void at_most_2048_characters_are_accepted() {
        String url = "https://partner.example/";
        String longest = url + "a".repeat(WebhookTarget.MAX_LENGTH - url.length());

        assertThat(strict.problem(longest)).isEmpty();
        String beyond = url + "\ud83c\udf3f".repeat(WebhookTarget.MAX_LENGTH - url.length());
        assertThat(strict.problem(beyond)).isEmpty();
        assertThat(strict.problem(beyond + "a")).isPresent();
        assertThat(strict.problem(longest + "a"))
                .hasValueSatisfying(problem -> assertThat(problem).contains("2048"));
    }
}
