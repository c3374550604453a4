package dev.partnercatalog.runtime.text;

import dev.partnercatalog.schemas.key.Ids;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Makes text from outside safe for a terminal, which would act on some characters instead of showing them. */
public final class PrintableText {

    private PrintableText() {}

    /** The text with each character on which a terminal would act as a backslash, {@code u} and four hex digits. */
    public static String of(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (Ids.isPrintable(point)) {
                printable.appendCodePoint(point);
            } else {
                for (char unit : Character.toChars(point)) {
                    printable.append("\\u").append(HexFormat.of().toHexDigits(unit));
                }
            }
        });
        return printable.toString();
    }

    /** Bytes as text if they are UTF-8, otherwise as hexadecimal digits after {@code 0x}; cut to {@code limit}. */
    public static String of(byte[] bytes, int limit) {
        String text = utf8(bytes);
        return of(
                text == null ? "0x" + HexFormat.of().formatHex(bytes, 0, Math.min(limit, bytes.length)) : text, limit);
    }

    /** Like {@link #of(String)}, cut to {@code limit}. */
    public static String of(String text, int limit) {
        String shown = of(text);
        return shown.codePointCount(0, shown.length()) <= limit
                ? shown
                : shown.substring(0, shown.offsetByCodePoints(0, limit - 1)) + "…";
    }

    /** The bytes as text; null if they are not UTF-8. */
    public static @Nullable String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
