package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.secret.MasterKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** The secrets that sign a partner's messages at this moment (D27). Thread-safe. */
public final class SigningSecrets {

    private final MasterKey masterKey;
    private final Duration overlap;
    private final InstantSource clock;

    /** @param overlap how long after a rotation the previous secret also signs */
    public SigningSecrets(MasterKey masterKey, Duration overlap, InstantSource clock) {
        this.masterKey = masterKey;
        this.overlap = overlap;
        this.clock = clock;
    }

    /** Returns the secrets, newest first. */
    public List<String> of(EndpointSettings settings) {
        String partnerId = settings.endpoint().partnerId();
        int generation = settings.secret().generation();
        String newest = masterKey.webhookSecret(partnerId, generation);
        Instant rotatedAt = settings.secret().rotatedAt();
        boolean overlaps =
                generation > 0 && rotatedAt != null && clock.instant().isBefore(rotatedAt.plus(overlap));
        return overlaps ? List.of(newest, masterKey.webhookSecret(partnerId, generation - 1)) : List.of(newest);
    }
}
