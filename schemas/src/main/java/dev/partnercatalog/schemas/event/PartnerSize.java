package dev.partnercatalog.schemas.event;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How large a partner's configuration may be: small enough for each record that contains it, and for the partner to get
 * it and send it back (D34).
 */
public final class PartnerSize {

    /** The largest configuration as JSON, in bytes: the largest body of {@code PUT /v1/partner}. */
    public static final int MOST_JSON_BYTES = 16 << 20;

    private PartnerSize() {}

    /**
     * Why a partner can't have a configuration, in words that follow its name; empty if it can. One that is no larger
     * than the current one is always possible.
     *
     * @param before the current one; null if there is none
     */
    public static Optional<String> excess(@Nullable Partner before, Partner after) {
        long avro = avroBytes(after);
        if (avro > TopicSettings.MAX_PARTNER_BYTES && (before == null || avro > avroBytes(before))) {
            return Optional.of("would make the configuration " + avro + " bytes long, more than the limit of "
                    + TopicSettings.MAX_PARTNER_BYTES);
        }
        long json = jsonBytes(after);
        if (json > MOST_JSON_BYTES && (before == null || json > jsonBytes(before))) {
            return Optional.of("would make the configuration " + json + " bytes of JSON long, more than the limit of "
                    + MOST_JSON_BYTES);
        }
        return Optional.empty();
    }

    private static long avroBytes(Partner partner) {
        try {
            return partner.toByteBuffer().remaining();
        } catch (IOException e) {
            throw new UncheckedIOException("can't write Avro to memory", e);
        }
    }

    /** The size in JSON as the API writes it, or some bytes more: Avro puts spaces between names and values. */
    public static long jsonBytes(Partner partner) {
        return partner.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
