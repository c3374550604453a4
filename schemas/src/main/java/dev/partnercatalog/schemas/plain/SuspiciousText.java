package dev.partnercatalog.schemas.plain;

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
    private static final String AS_TEXT = ": format the column as text, and export it again";

    private static final Pattern ROUNDED = Pattern.compile("-?[0-9]([.,][0-9]{1,20})?E[+-][0-9]{2,3}");
    private static final Pattern FORMULA = Pattern.compile("=\"(.*)\"", Pattern.DOTALL);
    private static final Pattern FAILED =
            Pattern.compile("#(N/A|REF!|NAME\\?|VALUE!|DIV/0!|NUM!|NULL!|SPILL!|CALC!)|#{3,}");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,40}\\.0");

    private SuspiciousText() {}

    /** Adds a warning if the text is what a spreadsheet makes of other content. */
    static void check(String text, FieldPath path, FieldFaults warnings) {
        Matcher formula = FORMULA.matcher(text);
        if (ROUNDED.matcher(text).matches()) {
            warnings.add(path, FieldPath.quote(text) + " looks like a number that a spreadsheet has rounded" + AS_TEXT);
        } else if (formula.matches()) {
            warnings.add(
                    path,
                    FieldPath.quote(text) + " looks like a spreadsheet's formula; perhaps "
                            + FieldPath.quote(formula.group(1)) + " is meant");
        } else if (FAILED.matcher(text).matches()) {
            warnings.add(path, FieldPath.quote(text) + " looks like a failed formula of a spreadsheet");
        }
    }

    /** Adds a warning if the value is an id that looks the same as another, or almost. */
    static void checkId(Schema.Field field, @Nullable Object value, FieldPath path, FieldFaults warnings) {
        if (!(value instanceof String id) || !IDS.contains(field.name()) || id.isEmpty()) {
            return;
        }
        if (DECIMAL.matcher(id).matches()) {
            warnings.add(path, FieldPath.quote(id) + " looks like a number with a decimal place" + AS_TEXT);
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
                    FieldPath.quote(id)
                            + String.format(
                                    Locale.ROOT,
                                    " contains a character that is hard to see (U+%04X)",
                                    unseen.getAsInt()));
        } else if (!Normalizer.isNormalized(id, Normalizer.Form.NFC)) {
            warnings.add(
                    path,
                    FieldPath.quote(id) + " has letters and accents as separate characters; the same text with"
                            + " characters of its own (normal form C) is another id");
        }
    }

    private static boolean isSpace(int codePoint) {
        return Character.isSpaceChar(codePoint);
    }
}
