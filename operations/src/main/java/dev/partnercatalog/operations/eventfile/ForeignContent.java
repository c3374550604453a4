package dev.partnercatalog.operations.eventfile;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recognizes files that aren't UTF-8 text by their first bytes, and says what to do with them. */
final class ForeignContent {

    /** How many bytes of a file are enough. */
    static final int BYTES = 6;

    private static final String AS_CSV =
            "save the sheet as \"CSV UTF-8 (comma delimited)\", or convert it: soffice --headless --convert-to csv FILE";
    private static final String UTF_16 = "is UTF-16, but must be UTF-8: save it as UTF-8 (in Excel, \"CSV UTF-8\"), or"
            + " convert it: iconv -f UTF-16 -t UTF-8 FILE";

    private static final List<Signature> SIGNATURES = List.of(
            new Signature("PK\u0003\u0004", "is an Excel workbook or another zip archive, not text: " + AS_CSV),
            new Signature("\u00d0\u00cf\u0011\u00e0", "is an Excel workbook, not text: " + AS_CSV),
            new Signature("\u00ff\u00fe", UTF_16),
            new Signature("\u00fe\u00ff", UTF_16),
            compressed("(\u00b5/\u00fd", "zstd"),
            compressed("\u00fd7zXZ\u0000", "xz"),
            compressed("BZh", "bzip2"));

    private ForeignContent() {}

    /** @param start the first bytes, as characters of ISO 8859-1 */
    private record Signature(String start, String problem) {

        boolean fits(byte[] bytes) {
            byte[] wanted = start.getBytes(StandardCharsets.ISO_8859_1);
            return bytes.length >= wanted.length && Arrays.equals(wanted, Arrays.copyOf(bytes, wanted.length));
        }
    }

    private static Signature compressed(String start, String program) {
        return new Signature(
                start,
                "is compressed with " + program + ", but only gzip is read: decompress it first, with " + program
                        + " -dc FILE");
    }

    /** Returns what is wrong with a file that begins with these bytes; null if it may be UTF-8 text. */
    static @Nullable String problem(byte[] start) {
        for (Signature signature : SIGNATURES) {
            if (signature.fits(start)) {
                return signature.problem;
            }
        }
        for (byte one : start) {
            if (one == 0) {
                return UTF_16; // without a byte order mark: text has no zero bytes
            }
        }
        return null;
    }
}
