package dev.partnercatalog.query.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.secret.MasterKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerSignatureTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final byte[] BODY = {1, 2, 3};

    @TempDir
    Path folder;

    private MasterKey key;
    private PeerSignature signature;

    @BeforeEach
    void start() {
        key = MasterKey.loadOrCreate(folder.resolve("key"));
        signature = new PeerSignature(key, InstantSource.fixed(NOW));
    }

    @Test
    void is_valid_for_its_body_alone() {
        assertThat(signature.isValid(signature.of(BODY), BODY)).isTrue();
        assertThat(signature.isValid(signature.of(BODY), new byte[] {1, 2, 4})).isFalse();
    }

    @Test
    void a_stranger_is_known_by_the_length_of_the_body_before_it_is_read() {
        assertThat(signature.admits(signature.of(BODY), 3)).isTrue();
        assertThat(signature.admits(signature.of(BODY), 4)).isFalse();
        assertThat(signature.admits(signature.of(BODY), -1)).isFalse();
        assertThat(signature.admits("1767225600.x.y", 3)).isFalse();
        assertThat(signature.admits(null, 3)).isFalse();
    }

    @Test
    void is_valid_while_clocks_are_five_minutes_apart_and_no_longer() {
        assertThat(at(Duration.ofMinutes(5)).isValid(signature.of(BODY), BODY)).isTrue();
        assertThat(at(Duration.ofMinutes(-5)).isValid(signature.of(BODY), BODY)).isTrue();
        assertThat(at(Duration.ofSeconds(301)).isValid(signature.of(BODY), BODY))
                .isFalse();
        assertThat(at(Duration.ofSeconds(-301)).isValid(signature.of(BODY), BODY))
                .isFalse();
    }

    @Test
    void of_another_time_or_key_is_not_valid() {
        String given = signature.of(BODY);
        String later = (NOW.getEpochSecond() + 1) + given.substring(given.indexOf('.'));
        assertThat(signature.isValid(later, BODY)).isFalse();
        PeerSignature other =
                new PeerSignature(MasterKey.loadOrCreate(folder.resolve("other")), InstantSource.fixed(NOW));
        assertThat(other.isValid(given, BODY)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "1767225600", "1767225600.", "x.y", "-1.x", "99999999999999999999.x"})
    void out_of_form_is_not_valid(String given) {
        assertThat(signature.isValid(given, BODY)).isFalse();
    }

    @Test
    void that_is_missing_is_not_valid() {
        assertThat(signature.isValid(null, BODY)).isFalse();
    }

    private PeerSignature at(Duration later) {
        return new PeerSignature(key, InstantSource.fixed(NOW.plus(later)));
    }
}
