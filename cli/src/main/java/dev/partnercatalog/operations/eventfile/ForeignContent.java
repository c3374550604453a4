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
    private static final String ZIP = "is an Excel workbook or another zip archive, not text: " + AS_CSV;
    private static final String UTF_16 = inEncoding("UTF-16");
    private static final String UTF_32 = inEncoding("UTF-32");

    private static final List<Signature> SIGNATURES = List.of(
            new Signature("PK\u0003\u0004", ZIP),
            new Signature("PK\u0005\u0006", ZIP),
            new Signature("\u00d0\u00cf\u0011\u00e0", "is an Excel workbook, not text: " + AS_CSV),
            new Signature("<", "is HTML or XML, as some programs save a table: " + AS_CSV),
            new Signature("%PDF", "is a PDF document, not a table"),
            new Signature("Obj\u0001", "is a file of Avro: convert it to JSON, with avro-tools tojson FILE"),
            new Signature("PAR1", "is a file of Parquet: convert it to JSON or CSV"),
            new Signature("\u001f\u008b", "is compressed twice: decompress it once, with gzip -dc FILE"),
            new Signature("\u00ff\u00fe\u0000\u0000", UTF_32),
            new Signature("\u0000\u0000\u00fe\u00ff", UTF_32),
            new Signature("\u00ff\u00fe", UTF_16),
            new Signature("\u00fe\u00ff", UTF_16),
            compressed("(\u00b5/\u00fd", "zstd"),
            compressed("\u00fd7zXZ\u0000", "xz"),
            compressed("\u0004\"M\u0018", "lz4"),
            compressed("BZh", "bzip2"));

    private ForeignContent() {}

    /** @param start the first bytes, as characters of ISO 8859-1 */
    private record Signature(String start, String problem) {

        boolean fits(byte[] bytes) {
            byte[] wanted = start.getBytes(StandardCharsets.ISO_8859_1);
            return bytes.length >= wanted.length && Arrays.equals(wanted, Arrays.copyOf(bytes, wanted.length));
        }
    }

    private static String inEncoding(String name) {
        return "is " + name
                + ", but must be UTF-8: save it as UTF-8 (in Excel, \"CSV UTF-8\"), or convert it: iconv -f " + name
                + " -t UTF-8 FILE";
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
        int zeros = 0;
        for (byte one : start) {
            zeros += one == 0 ? 1 : 0;
        }
        if (zeros == 0) {
            return null;
        }
        // Without a byte order mark, the first letter of UTF-16 has one zero byte, before it or behind it.
        boolean halved = start.length > 1 && (start[0] == 0) != (start[1] == 0);
        return halved ? UTF_16 : "has zero bytes, so it isn't text, or was damaged";
    }
}
