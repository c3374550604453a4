package dev.partnercatalog.query.token;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The form encoding that OAuth 2.0 uses in bodies and in Basic credentials, decoded strictly. */
final class FormEncoding {

    private FormEncoding() {}

    /** The decoded text; null if an escape is incomplete or not hexadecimal, or the bytes are not UTF-8. */
    static @Nullable String decode(String encoded) {
        byte[] sent = encoded.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(sent.length);
        int at = 0;
        while (at < sent.length) {
            byte b = sent[at];
            if (b != '%') {
                bytes.write(b == '+' ? ' ' : b);
                at++;
            } else if (isEscape(sent, at)) {
                bytes.write(HexFormat.fromHexDigit(sent[at + 1]) << 4 | HexFormat.fromHexDigit(sent[at + 2]));
                at += 3;
            } else {
                return null;
            }
        }
        return utf8(bytes.toByteArray());
    }

    private static boolean isEscape(byte[] sent, int at) {
        return at + 2 < sent.length && HexFormat.isHexDigit(sent[at + 1]) && HexFormat.isHexDigit(sent[at + 2]);
    }

    /** The text; null if the bytes are not UTF-8. */
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
