package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** Keys that sign tokens change while callers hold tokens. */
@Isolated("it removes the key of every token that others hold")
@ExtendWith(CatalogExtension.class)
class SigningKeyRotationTest {

    /** The response for a known caller that requests a company that isn't its own. */
    private static final int KNOWN = 403;

    private static final int UNKNOWN = 401;

    @Test
    void D17_tokens_of_before_a_rotation_stay_good_until_their_key_is_removed(CatalogAddresses catalog)
            throws Exception {
        PartnerClient before = catalog.client("rotation");
        assertThat(statusOf(before)).isEqualTo(KNOWN);

        String rotated = CommandRun.on(catalog, "signing-key", "rotate", "--secrets=" + catalog.secrets())
                .endedWith(0);
        String added = new ObjectMapper().readTree(rotated).path("keyId").asText();
        await().until(() -> catalog.client("rotation").signedBy().equals(added));
        PartnerClient after = catalog.client("rotation");
        assertThat(after.signedBy()).isEqualTo(added).isNotEqualTo(before.signedBy());
        assertThat(statusOf(before)).isEqualTo(KNOWN);
        assertThat(statusOf(after)).isEqualTo(KNOWN);

        CommandRun.on(catalog, "signing-key", "remove", before.signedBy()).endedWith(0);
        await().untilAsserted(() -> assertThat(statusOf(before)).isEqualTo(UNKNOWN));
        assertThat(statusOf(after)).isEqualTo(KNOWN);
    }

    private static int statusOf(PartnerClient client) throws Exception {
        return client.batchGet(1, 1, List.of("A"), List.of()).statusCode();
    }
}
