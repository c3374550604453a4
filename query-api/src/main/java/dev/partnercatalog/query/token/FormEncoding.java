package dev.partnercatalog.query.token;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The form encoding that OAuth 2.0 uses in bodies and within Basic credentials, decoded without mercy. */
final class FormEncoding {

    private FormEncoding() {}

    /** The decoded text; null where an escape is cut off or no hexadecimal, or the bytes are no UTF-8. */
    static @Nullable String decode(String encoded) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        int at = 0;
        while (at < encoded.length()) {
            char c = encoded.charAt(at);
            if (c != '%') {
                bytes.writeBytes(String.valueOf(c == '+' ? ' ' : c).getBytes(StandardCharsets.UTF_8));
                at++;
            } else if (isEscape(encoded, at)) {
                bytes.write(HexFormat.fromHexDigits(encoded, at + 1, at + 3));
                at += 3;
            } else {
                return null;
            }
        }
        return utf8(bytes.toByteArray());
    }

    private static boolean isEscape(String encoded, int at) {
        return at + 2 < encoded.length()
                && HexFormat.isHexDigit(encoded.charAt(at + 1))
                && HexFormat.isHexDigit(encoded.charAt(at + 2));
    }

    /** The text; null where the bytes are no UTF-8. */
    static @Nullable String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
