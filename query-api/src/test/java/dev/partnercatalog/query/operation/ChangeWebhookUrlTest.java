package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import java.net.InetAddress;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which URL a partner may set for its webhook. */
class ChangeWebhookUrlTest {

    @AutoClose
    private final ChangingPartner partner = new ChangingPartner();

    private final ApiHarness api = partner.api;

    @ParameterizedTest
    @ValueSource(strings = {"http://hooks.example/x", "https://u:s@hooks.example/", "https://10.1.2.3/", "nonsense"})
    void D18_a_webhook_that_may_not_be_sent_to_is_400(String url) {
        JsonNode error = partner.put(partner.withWebhook(true, url)).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("webhook.url");
        assertThat(api.commands.made).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fd00::1", "64:ff9b::a00:7", "10.0.0.7"})
    void D18_a_name_is_refused_for_each_of_its_addresses_and_the_address_is_reported(String refused) throws Exception {
        api.names.addresses.put("mixed.example", "93.184.215.14 " + refused);
        JsonNode error =
                partner.put(partner.withWebhook(true, "https://mixed.example/")).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/problem").asText())
                .contains("has the address " + InetAddress.getByName(refused).getHostAddress());
    }

    @Test
    void D18_a_port_that_is_not_allowed_is_400_and_reported_with_those_that_are() {
        JsonNode error = partner.put(partner.withWebhook(true, "https://hooks.example:6379/"))
                .error(ErrorCode.INVALID_REQUEST);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("webhook.url");
        assertThat(error.toString()).contains("port 6379", "443, 8443");
        assertThat(api.commands.made).isEmpty();
    }

    @Test
    void D18_an_international_name_is_kept_as_its_punycode() {
        String kept = "https://xn--bcher-kva.example/";
        assertThat(partner.put(partner.withWebhook(true, "https://bücher.example/"))
                        .json()
                        .at("/webhook/url")
                        .asText())
                .isEqualTo(kept);
    }

    @Test
    void D18_a_webhook_URL_may_only_be_empty_if_the_webhook_is_disabled() {
        partner.put(partner.withWebhook(true, "")).error(ErrorCode.INVALID_REQUEST);
        assertThat(partner.put(partner.withWebhook(false, "")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://hooks.example:8443/x?y", "https://unknown.example/", "https://93.184.215.14/"})
    void D18_a_webhook_on_the_public_internet_is_accepted_and_so_is_a_name_that_does_not_resolve_yet(String url) {
        api.names.addresses.put("hooks.example", "93.184.215.14");
        assertThat(partner.put(partner.withWebhook(true, url)).status()).isEqualTo(200);
    }

    @Test
    void a_name_whose_lookup_hangs_holds_up_nothing_for_long() {
        assertThat(partner.put(partner.withWebhook(true, "https://" + ApiHarness.InMemoryNames.HANGING + "/"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void D18_an_unchanged_URL_is_checked_again_only_when_the_webhook_is_enabled() {
        api.names.addresses.put("hooks.example", "93.184.215.14");
        String off = partner.withWebhook(false, "https://hooks.example/");
        assertThat(partner.put(off).status()).isEqualTo(200);
        api.names.addresses.put("hooks.example", "10.0.0.7");
        assertThat(partner.put(off).status()).isEqualTo(200);
        partner.put(partner.withWebhook(true, "https://hooks.example/")).error(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void D18_a_test_machine_may_accept_plain_http_and_private_addresses() {
        try (ApiHarness test = new ApiHarness(new WebhookAddresses(true))) {
            test.configurations.put("p1", true);
            ObjectNode body = (ObjectNode) test.get(ChangingPartner.PATH).json();
            body.putObject("webhook").put("enabled", true).put("url", "http://127.0.0.1:9/x");
            assertThat(test.put(ChangingPartner.PATH, body.toString()).status()).isEqualTo(200);
        }
    }
}
