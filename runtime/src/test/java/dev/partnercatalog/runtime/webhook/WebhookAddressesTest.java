package dev.partnercatalog.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("D18: addresses to which webhooks may be sent")
class WebhookAddressesTest {

    private final WebhookAddresses strict = new WebhookAddresses(false);
    private final WebhookAddresses lenient = new WebhookAddresses(true);

    @Test
    void ipv4_that_is_not_for_the_public_internet_is_refused() throws Exception {
        String addresses = """
                0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.0.9 169.254.0.1
                169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1 192.31.196.1 192.52.193.1
                192.88.99.1 192.168.0.1 192.168.255.255 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.7
                203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
                """;
        for (String address : List.of(addresses.trim().split("\\s+"))) {
            assertThat(strict.allows(InetAddress.getByName(address)))
                    .as(address)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "168.63.129.16", // Azure
                "100.100.100.200", // Alibaba Cloud
                "192.0.0.192", // Oracle Cloud
                "161.26.0.10", // IBM Cloud
                "166.9.14.1",
                "169.254.169.254", // nearly everybody, and what metadata.google.internal resolves to
                "169.254.0.23", // Tencent Cloud
                "fd00:ec2::254", // AWS
                "fd20:ce::254", // Google Cloud
            })
    void services_that_clouds_provide_to_their_own_machines_are_refused(String address) throws Exception {
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
                "64:ff9b::10.0.0.1",
                "64:ff9b::169.254.169.254",
                "64:ff9b::1:8.8.8.8", // outside the prefix
                "64:ff9b:1::1",
                "64:ff9b:1::10.0.0.1",
                "64:ff9b:1:fffe::127.0.0.1",
                "64:ff9b:1:0a00:0000:0100::", // 10.0.0.1 after a prefix of 48 bits
                "64:ff9b:1:0a00:0000:0100:0808:0808", // the same, and 8.8.8.8 after one of 96
                "64:ff9b:1:000a:0000:0001::", // 10.0.0.1 after a prefix of 56 bits
                "64:ff9b:1:0:000a:0000:0100:0", // 10.0.0.1 after a prefix of 64 bits
                "100::1", // discard only
                "2001::1", // Teredo
                "2001:10::1",
                "2001:db8::1",
                "2002:7f00:1::1", // 6to4 of 127.0.0.1
                "2002:0808:0808::1",
                "2620:4f:8000::1",
                "2a00:1450::5efe:a00:1", // ISATAP of 10.0.0.1
                "2a00:1450::200:5efe:a00:1",
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

    @Test
    void public_addresses_are_allowed_up_to_the_edges_of_special_blocks() throws Exception {
        String addresses = """
                1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
                169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0
                198.17.255.255 198.20.0.0 223.255.255.255 168.63.129.15 168.63.129.17 192.31.197.0 166.7.255.255
                166.12.0.0 2001:200::1 2001:4860:4860::8888 2606:4700::1111 2a00:1450::1 ::ffff:8.8.8.8
                64:ff9b::8.8.8.8 64:ff9b:1::8.8.8.8 64:ff9b:1:0808:0008:0800::
                """;
        for (String address : List.of(addresses.trim().split("\\s+"))) {
            assertThat(strict.allows(InetAddress.getByName(address)))
                    .as(address)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "10.1.2.3", "192.168.1.1", "fd00::1", "169.254.1.1", "8.8.8.8"})
    void the_operator_may_allow_private_addresses(String address) throws Exception {
        assertThat(lenient.allows(InetAddress.getByName(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "224.0.0.1", "ff02::1", "255.255.255.255"})
    void addresses_that_are_not_a_single_machine_are_refused_even_then(String address) throws Exception {
        assertThat(lenient.allows(InetAddress.getByName(address))).isFalse();
    }

    @Test
    void ports_are_443_and_8443_unless_the_operator_sets_others_or_allows_private_addresses() {
        assertThat(List.of(443, 8443)).allMatch(strict::allowsPort);
        assertThat(List.of(1, 22, 80, 6379, 9200, 65535))
                .noneMatch(strict::allowsPort)
                .allMatch(lenient::allowsPort);
        for (boolean allowPrivate : List.of(true, false)) {
            WebhookAddresses named = new WebhookAddresses(allowPrivate, Set.of(9443));
            assertThat(named.allowsPort(9443)).isTrue();
            assertThat(named.allowsPort(443)).isFalse();
        }
        assertThatThrownBy(() -> new WebhookAddresses(false, Set.of(65536)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("65536");
    }

    @Test
    @DisplayName("D18: a name is judged by each of its addresses, and the one that is refused is named")
    void a_name_with_an_address_that_is_not_allowed_is_refused_and_the_address_named() throws Exception {
        InetAddress good = InetAddress.getByName("8.8.8.8");
        for (String bad : List.of("fe80::1", "fd00::1", "64:ff9b::a00:1", "10.0.0.1")) {
            InetAddress refused = InetAddress.getByName(bad);
            assertThat(strict.problem(good, refused))
                    .hasValue("has the address " + refused.getHostAddress() + ", to which webhooks may not be sent");
        }
        assertThat(strict.problem(good, InetAddress.getByName("64:ff9b::8.8.8.8")))
                .isEmpty();
        assertThat(strict.problem()).isEmpty();
    }

    @Test
    void a_name_is_resolved_only_to_addresses_that_are_all_allowed() throws Exception {
        assertThat(lenient.resolve("localhost")).isNotEmpty().allMatch(InetAddress::isLoopbackAddress);
        assertThatThrownBy(() -> strict.resolve("localhost"))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageMatching("webhooks may not be sent to [0-9.:]+");
        assertThatThrownBy(() -> strict.resolve("127.1")).isInstanceOf(UnknownHostException.class);
        assertThat(strict.resolve("8.8.8.8")).containsExactly(InetAddress.getByName("8.8.8.8"));
    }
}
