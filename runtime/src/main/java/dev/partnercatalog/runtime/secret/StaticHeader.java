package dev.partnercatalog.runtime.secret;

import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.http.Violation;
import dev.partnercatalog.schemas.topic.AvroSafety;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Utils;

/**
 * A header that every message to an endpoint carries, with its value in clear text. It is stored encrypted, for the partner
 * and the header's name: an account that may write topics but has no master key can't give a value to another partner.
 */
public record StaticHeader(String name, String value) {

    static {
        AvroSafety.establish();
    }

    private static final String PURPOSE = "webhook-header";

    /** The maximum number of headers of one webhook. */
    private static final int MOST = 8;

    /** In characters. */
    private static final int LONGEST_VALUE = 4_096;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}");

    /** Visible ASCII, with spaces between. */
    private static final Pattern VALUE = Pattern.compile("[!-~](?:[ -~]*[!-~])?");

    /** Headers that control how a request is transferred, or that the sender sets itself. */
    private static final Pattern RESERVED = Pattern.compile(
            "accept-encoding|connection|date|expect|forwarded|host|http2-settings|keep-alive|te|traceparent|tracestate"
                    + "|trailer|transfer-encoding|upgrade|user-agent|via"
                    + "|(content|proxy|sec|webhook|x-forwarded|x-partner-catalog)-.*",
            Pattern.CASE_INSENSITIVE);

    /** What is wrong with the headers of one webhook; the result reveals no value. */
    public static List<Violation> violations(List<StaticHeader> headers) {
        String field = "headers";
        List<Violation> violations = new ArrayList<>();
        if (headers.size() > MOST) {
            violations.add(new Violation(field, "expected up to " + MOST + ", got " + headers.size()));
            return violations;
        }
        Set<String> names = new HashSet<>();
        for (StaticHeader header : headers) {
            nameProblem(header.name()).ifPresent(problem -> violations.add(new Violation(field, "a name " + problem)));
            valueProblem(header.value())
                    .ifPresent(problem -> violations.add(new Violation(field, "a header " + problem)));
            if (!names.add(header.name().toLowerCase(Locale.ROOT))) {
                violations.add(new Violation(field, "a name occurs twice"));
            }
        }
        return violations;
    }

    /** Encrypts a partner's headers, which must be without {@link #violations}. */
    public static List<WebhookHeader> seal(MasterKey masterKey, String partnerId, List<StaticHeader> headers) {
        return headers.stream()
                .map(header -> new WebhookHeader(
                        header.name(),
                        ByteBuffer.wrap(masterKey.encrypt(
                                PURPOSE,
                                about(partnerId, header.name()),
                                header.value().getBytes(StandardCharsets.UTF_8)))))
                .toList();
    }

    /**
     * Decrypts what is stored for a partner; throws {@link SecretException} if it was encrypted under another master
     * key, or for another partner or name.
     */
    public static List<StaticHeader> open(MasterKey masterKey, String partnerId, List<WebhookHeader> stored) {
        return stored.stream().map(header -> open(masterKey, partnerId, header)).toList();
    }

    /** A header that violates the rules would break the request, so it is only decrypted if it satisfies them. */
    private static StaticHeader open(MasterKey masterKey, String partnerId, WebhookHeader stored) {
        String name = stored.getName();
        if (nameProblem(name).isPresent()) {
            throw new SecretException("a header may not be sent");
        }
        byte[] clear = masterKey.decrypt(PURPOSE, about(partnerId, name), Utils.toArray(stored.getEncryptedValue()));
        String value = new String(clear, StandardCharsets.UTF_8);
        if (valueProblem(value).isPresent()) {
            throw new SecretException("a header may not be sent");
        }
        return new StaticHeader(name, value);
    }

    /** No valid name contains a line break, so two pairs never have the same text. */
    private static String about(String partnerId, String name) {
        return name + "\n" + partnerId;
    }

    /** What is wrong with the name, as a predicate whose subject is the name. */
    private static Optional<String> nameProblem(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.of("is not a valid header name of 1 to 64 characters");
        }
        return RESERVED.matcher(name).matches()
                ? Optional.of("is reserved: only the sender itself may set this header")
                : Optional.empty();
    }

    /** What is wrong with the value, as a predicate that doesn't reveal it. */
    private static Optional<String> valueProblem(String value) {
        return value.length() <= LONGEST_VALUE && VALUE.matcher(value).matches()
                ? Optional.empty()
                : Optional.of("must have a value of 1 to " + LONGEST_VALUE
                        + " visible ASCII characters with spaces only between them");
    }

    /** The value is a secret. */
    @Override
    public String toString() {
        return "StaticHeader[" + name + "]";
    }
}
