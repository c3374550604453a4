package dev.partnercatalog.query.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.token.ClientAuthentication.ClientCredentials;
import dev.partnercatalog.query.token.TokenEndpoint.TokenException;
import dev.partnercatalog.runtime.http.InputFuzzer;
import dev.partnercatalog.runtime.http.SameHash;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Any token request is either read as intended or refused, at a cost proportional to its length. */
class TokenRequestFuzzTest {

    /** Far more than the endpoint accepts, because the test is about cost. */
    private static final int MOST = 1 << 20;

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "a",
            "c1",
            "s3cret",
            "+",
            "%",
            "%2B",
            "&",
            "=",
            ":",
            "\u00e9",
            "\ud83c\udf3f",
            "\u0000",
            "\uffff",
            "?");
    private static final List<String> NAMES =
            List.of("grant_type", "client_id", "client_secret", "scope", "a", "b\u00e9", "\ud83c\udf3f", "c d");

    private final InputFuzzer fuzzer = new InputFuzzer();

    @Test
    void D17_a_form_and_credentials_are_read_as_intended_or_refused() throws Exception {
        fuzzer.run(
                TokenRequestFuzzTest.class,
                List.of("form as meant", "form read", "form refused", "Basic as meant", "Basic read", "Basic refused"),
                random -> {
                    switch (random.nextInt(50)) {
                        case 0 -> formOfExcess(random);
                        case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 -> basic(random);
                        default -> form(random);
                    }
                });
    }

    private void form(Random random) {
        Map<String, String> meant = new LinkedHashMap<>();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            meant.put(NAMES.get(random.nextInt(NAMES.size())), text(random));
        }
        String body = meant.entrySet().stream()
                .map(pair -> encoded(pair.getKey(), random) + "=" + encoded(pair.getValue(), random))
                .collect(Collectors.joining("&"));
        if (random.nextBoolean()) {
            assertThat(read(body)).as(body).isEqualTo(new FormParameters(meant));
            fuzzer.count("form as meant");
        } else {
            hold(spoiled(body, random));
        }
    }

    /** Very many parameters, with names of equal hash codes or of one letter, or one large parameter. */
    private void formOfExcess(Random random) {
        int length = 1 + random.nextInt(random.nextInt(20) == 0 ? MOST : 20_000);
        int kind = random.nextInt(6);
        StringBuilder body = new StringBuilder();
        switch (kind) {
            case 0 -> body.append("&".repeat(length));
            case 1 -> body.append("%".repeat(length));
            case 2 -> body.append("a=").append("%41".repeat(length / 3));
            case 3 -> body.append("=".repeat(length));
            default -> {
                for (String name : SameHash.texts(Integer.SIZE - Integer.numberOfLeadingZeros(length / 32))) {
                    body.append(name).append(kind == 4 ? "=&" : "&");
                }
                body.append("end=1");
            }
        }
        hold(body.toString());
    }

    private void hold(String body) {
        Object outcome = read(body);
        if (outcome instanceof FormParameters form) {
            // Java's parser accepts more than ours; what both accept, they read in the same way.
            Map<String, String> expected = new LinkedHashMap<>();
            for (String pair : sent(body).split("&", -1)) {
                String[] parts = pair.split("=", 2);
                assertThat(expected.put(decoded(parts[0]), parts.length > 1 ? decoded(parts[1]) : ""))
                        .as(body)
                        .isNull();
            }
            assertThat(form.values()).as(body).isEqualTo(expected);
            fuzzer.count("form read");
        } else {
            assertRefused(outcome, 400);
            fuzzer.count("form refused");
        }
    }

    private Object read(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return fuzzer.outcome(body, TokenException.class, () -> FormParameters.parse(bytes));
    }

    private void basic(Random random) {
        FormParameters form = new FormParameters(Map.of("grant_type", "client_credentials"));
        String id = text(random);
        String secret = text(random);
        String pair = encoded(id, random) + ":" + encoded(secret, random);
        String header = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        if (random.nextBoolean()) {
            assertThat(credentials(header, form)).as(pair).isEqualTo(new ClientCredentials(id, secret));
            fuzzer.count("Basic as meant");
            return;
        }
        boolean inside = random.nextBoolean();
        String other = inside
                ? "Basic "
                        + Base64.getEncoder()
                                .encodeToString(spoiled(pair, random).getBytes(StandardCharsets.UTF_8))
                : spoiled(header, random);
        Object outcome = credentials(other, form);
        if (outcome instanceof ClientCredentials read) {
            String text = new String(
                    Base64.getDecoder()
                            .decode(other.substring("Basic ".length()).strip()),
                    StandardCharsets.UTF_8);
            String[] parts = text.split(":", 2);
            assertThat(read).as(text).isEqualTo(new ClientCredentials(decoded(parts[0]), decoded(parts[1])));
            fuzzer.count("Basic read");
        } else {
            assertRefused(outcome, 401);
            fuzzer.count("Basic refused");
        }
    }

    private Object credentials(String header, FormParameters form) {
        return fuzzer.outcome(header, TokenException.class, () -> ClientCredentials.of(List.of(header), form));
    }

    private static void assertRefused(Object outcome, int status) {
        assertThat(((TokenException) outcome).status()).isEqualTo(status);
        assertThat(((TokenException) outcome).getMessage()).matches("[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]+");
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            text.append(TEXTS.get(random.nextInt(TEXTS.size())));
        }
        return text.toString();
    }

    /** One of the many ways to encode a text; only what must be escaped always is. */
    private static String encoded(String text, Random random) {
        StringBuilder encoded = new StringBuilder();
        text.codePoints().forEach(c -> {
            String character = Character.toString(c);
            if (c == ' ' && random.nextBoolean()) {
                encoded.append('+');
            } else if (c == '%' || c == '+' || c == '&' || c == '=' || c == ':' || random.nextInt(3) == 0) {
                for (byte b : character.getBytes(StandardCharsets.UTF_8)) {
                    String escape = String.format("%%%02x", b);
                    encoded.append(random.nextBoolean() ? escape : escape.toUpperCase(Locale.ROOT));
                }
            } else {
                encoded.append(character);
            }
        });
        return encoded.toString();
    }

    private static String spoiled(String text, Random random) {
        StringBuilder spoiled = new StringBuilder(text);
        for (int i = random.nextInt(3); i >= 0 && !spoiled.isEmpty(); i--) {
            int at = random.nextInt(spoiled.length());
            switch (random.nextInt(4)) {
                case 0 -> spoiled.setLength(at);
                case 1 -> spoiled.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 65_536));
                case 2 -> spoiled.insert(at, "%&=+;: \ud800".charAt(random.nextInt(8)));
                default ->
                    spoiled.insert(
                            at,
                            List.of("%4", "%zz", "%c0%af", "%ed%a0%80", "&a=1&a=2", "%+1", "==")
                                    .get(random.nextInt(7)));
            }
        }
        return spoiled.toString();
    }

    private static String sent(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
