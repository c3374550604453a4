package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteAddressesTest {

    private final RemoteAddresses direct = new RemoteAddresses(List.of());
    private final RemoteAddresses proxied = new RemoteAddresses(List.of("10.0.0.0/8", "192.0.2.7", "fd00::/8"));

    @Test
    void an_IPv4_address_is_counted_on_its_own() {
        assertThat(direct.of("192.0.2.1", List.of())).isEqualTo("192.0.2.1");
    }

    @Test
    void IPv6_addresses_are_counted_by_their_64_bit_network() {
        String network = direct.of("2001:db8:1:2::1", List.of());
        assertThat(direct.of("2001:db8:1:2:ffff:ffff:ffff:ffff", List.of())).isEqualTo(network);
        assertThat(direct.of("2001:db8:1:3::1", List.of())).isNotEqualTo(network);
    }

    @Test
    void an_IPv4_address_within_IPv6_is_counted_as_the_IPv4_address() {
        assertThat(direct.of("::ffff:192.0.2.1", List.of())).isEqualTo("192.0.2.1");
    }

    @Test
    void an_X_Forwarded_For_header_from_a_stranger_is_ignored() {
        assertThat(direct.of("192.0.2.1", List.of("198.51.100.1"))).isEqualTo("192.0.2.1");
        assertThat(proxied.of("192.0.2.1", List.of("198.51.100.1"))).isEqualTo("192.0.2.1");
    }

    @Test
    void a_chain_of_trusted_proxies_leads_to_the_first_address_that_is_not_one_of_them() {
        assertThat(proxied.of("10.1.2.3", List.of("198.51.100.1"))).isEqualTo("198.51.100.1");
        assertThat(proxied.of("10.1.2.3", List.of("203.0.113.9", "198.51.100.1", " 192.0.2.7")))
                .as("what stands before the sender's address is the sender's own word")
                .isEqualTo("198.51.100.1");
        assertThat(proxied.of("fd00::1", List.of("10.9.9.9"))).isEqualTo("10.9.9.9");
        assertThat(proxied.of("10.1.2.3", List.of())).isEqualTo("10.1.2.3");
    }

    @ParameterizedTest
    @CsvSource({
        "198.51.100.1:4711, 198.51.100.1",
        "[2001:db8:1:2::1], 20010db800010002",
        "[2001:db8:1:2::1]:4711, 20010db800010002",
        "2001:db8:1:2::1, 20010db800010002"
    })
    void proxies_write_addresses_in_several_ways(String forwarded, String expected) {
        assertThat(proxied.of("10.1.2.3", List.of(forwarded))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "unknown", "999.1.1.1", "1.2.3", "localhost", "_hidden", "::::", "1:2:3:4:5:6:7:8:9"})
    void text_that_is_not_an_address_ends_the_chain(String forwarded) {
        assertThat(proxied.of("10.1.2.3", List.of("203.0.113.9", forwarded))).isEqualTo("10.1.2.3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example", "", "10.0.0.0/", "10.0.0.0/99", "10.0.0.1/8"})
    void a_proxy_is_given_by_address(String proxy) {
        assertThatIllegalArgumentException().isThrownBy(() -> new RemoteAddresses(List.of(proxy)));
    }
}
