package dev.partnercatalog.schemas.event;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How large a partner's configuration may be: small enough for each record that contains it, and for the partner to get
 * it and send it back (D34).
 */
public final class PartnerSize {

    /** The largest configuration as JSON, in bytes: the largest body of {@code PUT /v1/partner}. */
    public static final int MOST_JSON_BYTES = 16 << 20;

    private static final int OF_PARTNER =
            "{\"allowedCompanies\":[],\"enabled\":false,\"partnerId\":\"\",\"partnerName\":\"\",\"webhook\":{\"enabled\":false,\"url\":\"\"}}"
                    .length();
    private static final int OF_COMPANY =
            ("{\"allowedFields\":{\"badges\":false,\"cannabinoidOverrides\":false,\"displayNameOverrides\":false,\"labels\":false},"
                            + "\"id\":\"\",\"locations\":[],\"name\":\"\",\"provider\":\"\",\"providerId\":\"\"},")
                    .length();
    private static final int OF_LOCATION = "{\"id\":\"\",\"name\":\"\",\"providerId\":\"\"},".length();

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

    /** The size in JSON as the API writes it; a few bytes more, because each flag counts as false. */
    public static long jsonBytes(Partner partner) {
        long bytes = OF_PARTNER
                + text(partner.getPartnerId())
                + text(partner.getPartnerName())
                + text(partner.getWebhook().getUrl());
        for (AllowedCompany company : partner.getAllowedCompanies()) {
            bytes += OF_COMPANY
                    + text(company.getId())
                    + text(company.getName())
                    + text(company.getProvider())
                    + text(company.getProviderId());
            for (AllowedLocation location : company.getLocations()) {
                bytes += OF_LOCATION
                        + text(location.getId())
                        + text(location.getName())
                        + text(location.getProviderId());
            }
        }
        return bytes;
    }

    /** The bytes of a text in UTF-8, with JSON's escapes; half a surrogate pair is escaped too. */
    private static long text(String text) {
        long bytes = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' || c == '\\' || c == '\b' || c == '\t' || c == '\n' || c == '\f' || c == '\r') {
                bytes += 2;
            } else if (c < ' ') {
                bytes += 6;
            } else if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (Character.isHighSurrogate(c)
                    && at + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(at + 1))) {
                bytes += 4;
                at++;
            } else {
                bytes += Character.isSurrogate(c) ? 6 : 3;
            }
        }
        return bytes;
    }
}
