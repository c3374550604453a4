package dev.partnercatalog.schemas.plain;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Recognizes text that programs have changed on its way here, mostly spreadsheets: it fits, but was hardly meant. */
final class SuspiciousText {

    private static final Set<String> IDS = Set.of("barcode", "sku", "providerId", "partnerId");
    private static final char REPLACEMENT = '\uFFFD';
    private static final String AS_TEXT = ": format the column as text, and export it again";

    private static final Pattern ROUNDED = Pattern.compile("-?[0-9]([.,][0-9]{1,20}[Ee][+-]?|[Ee][+-])[0-9]{1,3}");
    private static final Pattern FORMULA = Pattern.compile("=\"(.*)\"", Pattern.DOTALL);

    /** Spreadsheets translate these words. */
    private static final Pattern FAILED = Pattern.compile("#(\\p{Lu}{3,10}[!?]|N/[AD]|NV|DIV/0!)|#{3,}");

    private static final Pattern NO_VALUE =
            Pattern.compile("NULL|null|[(<\\[](NULL|null)[)>\\]]|\\\\N|undefined|NaN|nan|\\[object Object\\]");
    private static final Pattern DECIMAL_COMMA = Pattern.compile("-?[0-9.]{1,40},[0-9]{1,40}");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,40}\\.0");
    private static final String MONTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    private static final Pattern DATE = Pattern.compile(
            "[0-9]{1,2}-" + MONTH + "(-[0-9]{2})?|" + MONTH + "-[0-9]{2}|[0-9]{1,2}([./])[0-9]{1,2}\\4[0-9]{4}");
    private static final Charset WINDOWS = Charset.forName("windows-1252");

    private SuspiciousText() {}

    /** Adds a warning if the text is what a program makes of other content. */
    static void check(String text, FieldPath path, FieldFaults warnings) {
        String suspicion = suspicion(text);
        if (suspicion != null) {
            warnings.add(path, FieldPath.quote(text) + suspicion);
        }
    }

    private static @Nullable String suspicion(String text) {
        Matcher formula = FORMULA.matcher(text);
        if (ROUNDED.matcher(text).matches()) {
            return " looks like a number that a spreadsheet has rounded" + AS_TEXT;
        }
        if (formula.matches()) {
            return " looks like a spreadsheet's formula; perhaps " + FieldPath.quote(formula.group(1)) + " is meant";
        }
        if (FAILED.matcher(text).matches()) {
            return " looks like a failed formula of a spreadsheet";
        }
        if (NO_VALUE.matcher(text).matches()) {
            return " looks like what a program writes if there is no value: leave the field out";
        }
        OptionalInt control = text.codePoints()
                .filter(c -> Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t')
                .findFirst();
        if (control.isPresent()) {
            return " contains " + named("a control character", control.getAsInt());
        }
        if (text.indexOf(REPLACEMENT) >= 0) {
            return " contains " + named("what a program puts in place of a character that it can't read", REPLACEMENT);
        }
        String reread = reread(text);
        return reread == null
                ? null
                : " looks like UTF-8 that was read as Windows-1252; perhaps " + FieldPath.quote(reread) + " is meant";
    }

    /** The text whose bytes in UTF-8 were taken for Windows-1252; null if it can't be that. */
    private static @Nullable String reread(String text) {
        if (text.chars().allMatch(c -> c < 0x80)) {
            return null;
        }
        try {
            ByteBuffer bytes = WINDOWS.newEncoder().encode(CharBuffer.wrap(text));
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            return null; // as almost any text: such bytes aren't UTF-8 by accident
        }
    }

    /** What to do about a value of another type than its field's, to follow the fault; empty if nothing is known. */
    static String advice(JsonNode value) {
        if (!value.isTextual()) {
            return "";
        }
        if (NO_VALUE.matcher(value.textValue()).matches()) {
            return ": if there is no value, leave the field out";
        }
        return DECIMAL_COMMA.matcher(value.textValue()).matches()
                ? ": write it with a point, and without separators of thousands"
                : "";
    }

    /** Adds a warning if the value is an id that looks the same as another, or almost. */
    static void checkId(Schema.Field field, @Nullable Object value, FieldPath path, FieldFaults warnings) {
        if (!(value instanceof String id) || !IDS.contains(field.name()) || id.isEmpty()) {
            return;
        }
        if (DECIMAL.matcher(id).matches()) {
            warnings.add(path, FieldPath.quote(id) + " looks like a number with a decimal place" + AS_TEXT);
        } else if (DATE.matcher(id).matches()) {
            warnings.add(path, FieldPath.quote(id) + " looks like a date that a spreadsheet has made of it" + AS_TEXT);
        } else if (id.startsWith("'")) {
            warnings.add(path, FieldPath.quote(id) + " begins with the apostrophe that marks text in a spreadsheet");
        } else if (isSpace(id.codePointAt(0)) || isSpace(id.codePointBefore(id.length()))) {
            warnings.add(path, FieldPath.quote(id) + " begins or ends with a space, which is part of the id");
            return;
        }
        OptionalInt unseen = id.codePoints()
                .filter(c -> c != ' ' && (isSpace(c) || Character.getType(c) == Character.FORMAT))
                .findFirst();
        if (unseen.isPresent()) {
            warnings.add(
                    path,
                    FieldPath.quote(id) + " contains " + named("a character that is hard to see", unseen.getAsInt()));
        } else if (!Normalizer.isNormalized(id, Normalizer.Form.NFC)) {
            warnings.add(
                    path,
                    FieldPath.quote(id) + " has letters and accents as separate characters; the same text with"
                            + " characters of its own (normal form C) is another id");
        }
    }

    private static String named(String what, int codePoint) {
        return String.format(Locale.ROOT, "%s (U+%04X)", what, codePoint);
    }

    private static boolean isSpace(int codePoint) {
        return Character.isSpaceChar(codePoint);
    }
}
