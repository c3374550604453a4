package dev.partnercatalog.query.desk;

import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values that only this service can make and read, whichever instance does: encrypted under the master key, in characters that
 * URLs and cookies may have.
 */
final class SealedText {

    /** Longer than any that we make. */
    private static final int MOST_CHARACTERS = 1_024;

    private SealedText() {}

    /** @param values none of which contains a line feed */
    static String of(MasterKey key, String purpose, String... values) {
        byte[] clear = String.join("\n", values).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.encrypt(purpose, "", clear));
    }

    /** The values; null if this service did not seal so many values for this purpose. */
    static @Nullable List<String> open(MasterKey key, String purpose, int values, String text) {
        if (text.length() > MOST_CHARACTERS) {
            return null;
        }
        try {
            byte[] clear = key.decrypt(purpose, "", Base64.getUrlDecoder().decode(text));
            List<String> opened = Arrays.asList(new String(clear, StandardCharsets.UTF_8).split("\n", -1));
            return opened.size() == values ? opened : null;
        } catch (SecretException | IllegalArgumentException e) {
            return null;
        }
    }
}
