package dev.partnercatalog.runtime.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("D18: addresses that webhooks may go to")
class WebhookAddressesTest {

    private final WebhookAddresses strict = new WebhookAddresses(false);
    private final WebhookAddresses lenient = new WebhookAddresses(true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "10.255.255.255",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.0.9",
                "169.254.0.1",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.1",
                "192.0.0.170",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.0.1",
                "192.168.255.255",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.7",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
            })
    void ipv4_that_is_not_for_the_public_internet_is_refused(String address) throws Exception {
        assertThat(strict.allows(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "::",
                "::1",
                "::127.0.0.1", // IPv4-compatible
                "::ffff:127.0.0.1", // IPv4-mapped
                "::ffff:10.0.0.1",
                "::ffff:a9fe:a9fe",
                "64:ff9b::7f00:1", // NAT64
                "64:ff9b::8.8.8.8",
                "64:ff9b:1::1",
                "100::1", // discard only
                "2001::1", // Teredo
                "2001:10::1",
                "2001:db8::1",
                "2002:7f00:1::1", // 6to4 of 127.0.0.1
                "2002:0808:0808::1",
                "3fff::1",
                "5f00::1",
                "fc00::1",
                "fd00:ec2::254", // metadata
                "fe80::1",
                "fec0::1",
                "ff02::1",
                "ff0e::1",
            })
    void ipv6_that_is_not_for_the_public_internet_or_hides_an_ipv4_address_is_refused(String address) throws Exception {
        assertThat(strict.allows(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.1",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2001:200::1",
                "2001:4860:4860::8888",
                "2606:4700::1111",
                "2a00:1450::1",
                "::ffff:8.8.8.8",
            })
    void public_addresses_are_allowed_up_to_the_edges_of_what_is_not(String address) throws Exception {
        assertThat(strict.allows(InetAddress.getByName(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "10.1.2.3", "192.168.1.1", "fd00::1", "169.254.1.1", "8.8.8.8"})
    void the_operator_may_allow_private_addresses(String address) throws Exception {
        assertThat(lenient.allows(InetAddress.getByName(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "224.0.0.1", "ff02::1", "255.255.255.255"})
    void what_is_no_single_machine_is_refused_even_then(String address) throws Exception {
        assertThat(lenient.allows(InetAddress.getByName(address))).isFalse();
    }

    @Test
    void a_name_is_resolved_to_its_allowed_addresses_only() throws Exception {
        assertThat(lenient.resolve("localhost")).isNotEmpty().allMatch(InetAddress::isLoopbackAddress);
        assertThatThrownBy(() -> strict.resolve("localhost"))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageContaining("localhost has no address that webhooks may be sent to");
        assertThatThrownBy(() -> strict.resolve("127.1")).isInstanceOf(UnknownHostException.class);
        assertThat(strict.resolve("8.8.8.8")).containsExactly(InetAddress.getByName("8.8.8.8"));
    }
}
