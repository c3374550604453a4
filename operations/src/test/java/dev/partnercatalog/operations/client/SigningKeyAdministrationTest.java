package dev.partnercatalog.operations.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.TableInMemory;
import dev.partnercatalog.query.token.SigningKeyMaker;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningKeyAdministrationTest {

    private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

    @TempDir
    private Path folder = Path.of("");

    private final TableInMemory<SigningKey> keys = new TableInMemory<>(CatalogTopic.SIGNING_KEYS);

    @Test
    void D17_rotating_adds_a_key_that_signs_and_keeps_the_one_before() {
        SigningKey first = rotateAfter(Duration.ZERO).added();
        SigningKeyAdministration.Rotation rotation = rotateAfter(Duration.ofMinutes(5));
        assertThat(rotation.removed()).isEmpty();
        assertThat(listed()).containsExactly(rotation.added().getKeyId(), first.getKeyId());
    }

    @Test
    void D17_a_key_goes_once_no_token_that_it_signed_can_be_alive() {
        String first = rotateAfter(Duration.ZERO).added().getKeyId();
        // The first one signed until now, so its last token is valid for an hour from now, however old the key is.
        String second = rotateAfter(Duration.ofDays(30)).added().getKeyId();
        Duration lastTokenDies = Duration.ofDays(30).plusHours(1);
        assertThat(rotateAfter(lastTokenDies).removed()).isEmpty();
        assertThat(rotateAfter(lastTokenDies.plusMinutes(10)).removed()).isEmpty();
        assertThat(rotateAfter(lastTokenDies.plusMinutes(11)).removed()).containsExactly(first);
        assertThat(listed()).contains(second).doesNotContain(first);
    }

    @Test
    void however_often_keys_are_rotated_the_number_of_keys_stays_small() {
        for (int hour = 0; hour < 10; hour++) {
            rotateAfter(Duration.ofHours(hour));
        }
        assertThat(listed()).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void a_key_that_others_changed_neither_hinders_rotating_nor_makes_a_key_spent_that_signs() {
        SigningKey signs = rotateAfter(Duration.ZERO).added();
        SigningKey forged = SigningKey.newBuilder(signs)
                .setKeyId("forged")
                .setCreatedAt(START.plus(Duration.ofSeconds(1)))
                .build();
        keys.put(forged.getKeyId(), forged);
        SigningKey ahead = SigningKey.newBuilder(signs)
                .setKeyId("ahead")
                .setCreatedAt(START.plus(Duration.ofDays(9999)))
                .build();
        keys.put(ahead.getKeyId(), ahead);
        SigningKeyAdministration.Rotation rotation = rotateAfter(Duration.ofDays(1));
        assertThat(rotation.removed()).isEmpty();
        assertThat(listed()).contains(signs.getKeyId(), rotation.added().getKeyId(), "forged", "ahead");
    }

    @Test
    void removing_takes_any_key_but_the_last() {
        String first = rotateAfter(Duration.ZERO).added().getKeyId();
        assertThatThrownBy(() -> administration(START).remove(first, false))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("signing-key rotate", "--force");
        String second = rotateAfter(Duration.ofMinutes(1)).added().getKeyId();
        administration(START).remove(first, false);
        assertThat(listed()).containsExactly(second);
    }

    @Test
    void the_last_key_goes_by_force_so_that_a_lost_master_key_can_be_replaced() {
        String last = rotateAfter(Duration.ZERO).added().getKeyId();
        administration(START).remove(last, true);
        assertThat(listed()).isEmpty();
        MasterKey other = MasterKey.loadOrCreate(folder.resolve("other"));
        administration(START).rotate(new SigningKeyMaker(other, at(START)));
        assertThat(listed()).hasSize(1).doesNotContain(last);
    }

    @Test
    void a_key_that_is_not_there_is_told() {
        rotateAfter(Duration.ZERO);
        assertThatThrownBy(() -> administration(START).remove("ghost", true))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("there is no signing key ghost");
    }

    private SigningKeyAdministration.Rotation rotateAfter(Duration since) {
        Instant now = START.plus(since);
        MasterKey masterKey = MasterKey.loadOrCreate(folder.resolve("master.key"));
        return administration(now).rotate(new SigningKeyMaker(masterKey, at(now)));
    }

    private SigningKeyAdministration administration(Instant now) {
        return new SigningKeyAdministration(keys, at(now));
    }

    private List<String> listed() {
        return administration(START).list().newestFirst().stream()
                .map(SigningKey::getKeyId)
                .toList();
    }

    private static Clock at(Instant now) {
        return Clock.fixed(now, ZoneOffset.UTC);
    }
}
