package dev.partnercatalog.query.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RemoteAddressTest {

    @Test
    void an_IPv4_address_counts_by_itself() {
        assertThat(RemoteAddress.network("192.0.2.1")).isEqualTo("192.0.2.1");
    }

    @Test
    void IPv6_addresses_count_by_their_network_of_64_bits() {
        String network = RemoteAddress.network("2001:db8:1:2::1");
        assertThat(RemoteAddress.network("2001:db8:1:2:ffff:ffff:ffff:ffff")).isEqualTo(network);
        assertThat(RemoteAddress.network("2001:db8:1:3::1")).isNotEqualTo(network);
    }

    @Test
    void an_IPv4_address_within_IPv6_counts_as_itself() {
        assertThat(RemoteAddress.network("::ffff:192.0.2.1"))
                .isEqualTo("192.0.2.1")
                .isNotEqualTo(RemoteAddress.network("::ffff:192.0.2.2"));
    }
}
