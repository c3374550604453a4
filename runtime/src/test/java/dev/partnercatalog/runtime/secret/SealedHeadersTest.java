package dev.partnercatalog.runtime.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.records.WebhookHeader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealedHeadersTest {

    private static final List<StaticHeader> HEADERS =
            List.of(new StaticHeader("X-Api-Key", "s3cret-header"), new StaticHeader("X-Tenant", "s3cret-tenant"));

    private final MasterKey key;
    private final MasterKey stranger;
    private final List<WebhookHeader> sealed;

    SealedHeadersTest(@TempDir Path folder) {
        key = MasterKey.loadOrCreate(folder.resolve("master.key"));
        stranger = MasterKey.loadOrCreate(folder.resolve("other.key"));
        sealed = StaticHeader.seal(key, "p", HEADERS);
    }

    @Test
    void what_was_sealed_opens_again() {
        assertThat(StaticHeader.open(key, "p", sealed)).isEqualTo(HEADERS);
        assertThat(StaticHeader.open(key, "p", sealed)).as("a second time").isEqualTo(HEADERS);
    }

    @Test
    void no_part_of_a_value_is_in_the_record_or_shown() {
        assertThat(sealed)
                .extracting(header -> StandardCharsets.ISO_8859_1
                        .decode(header.getEncryptedValue().duplicate())
                        .toString())
                .noneMatch(value -> value.contains("s3cret"));
        assertThat(HEADERS.toString()).doesNotContain("s3cret");
    }

    @Test
    void another_master_key_or_another_partner_opens_nothing() {
        assertThatThrownBy(() -> StaticHeader.open(stranger, "p", sealed)).isInstanceOf(SecretException.class);
        assertThatThrownBy(() -> StaticHeader.open(key, "q", sealed)).isInstanceOf(SecretException.class);
    }

    @Test
    void a_value_opens_only_under_the_name_for_which_it_was_set() {
        WebhookHeader renamed = new WebhookHeader("X-Shown", sealed.get(0).getEncryptedValue());

        assertThatThrownBy(() -> StaticHeader.open(key, "p", List.of(renamed))).isInstanceOf(SecretException.class);
    }

    @Test
    void a_header_that_may_not_be_sent_is_not_opened() {
        List<WebhookHeader> reserved = StaticHeader.seal(key, "p", List.of(new StaticHeader("Host", "value")));
        List<WebhookHeader> broken =
                StaticHeader.seal(key, "p", List.of(new StaticHeader("X-Api-Key", "a\r\nHost: b")));

        assertThatThrownBy(() -> StaticHeader.open(key, "p", reserved)).isInstanceOf(SecretException.class);
        assertThatThrownBy(() -> StaticHeader.open(key, "p", broken)).isInstanceOf(SecretException.class);
    }
}
