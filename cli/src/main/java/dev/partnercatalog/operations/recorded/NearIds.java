package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import java.text.Normalizer;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Compares ids as people read them: a number with other leading zeros, with or without its check digit, or as UPC-E; a
 * text in another normal form, in other letters, or with other spaces.
 */
public final class NearIds {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,40}");
    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}]+");
    private static final Pattern UNSEEN = Pattern.compile("\\p{Cf}");
    private static final Pattern SEPARATORS = Pattern.compile("[ .-]");
    private static final String DECIMAL = ".0";
    private static final int MOST = 5;

    private NearIds() {}

    /** Whether two different ids are probably meant to be the same. */
    static boolean areNear(String one, String other) {
        return !one.equals(other) && !Collections.disjoint(meanings(one), meanings(other));
    }

    /** The ids among others that are near to one, in order; at most a few. */
    public static List<String> among(Collection<String> others, String id) {
        Set<String> meanings = meanings(id);
        return others.stream()
                .filter(other -> !other.equals(id) && !Collections.disjoint(meanings, meanings(other)))
                .sorted()
                .limit(MOST)
                .toList();
    }

    /** Barcodes to look for in place of one that isn't found; some fifty at most. */
    public static Set<String> barcodesNear(String barcode) {
        Set<String> near = new TreeSet<>();
        near.add(barcode.toLowerCase(Locale.ROOT));
        near.add(barcode.toUpperCase(Locale.ROOT));
        String number = number(barcode);
        if (NUMBER.matcher(number).matches()) {
            near.addAll(TradeNumber.spellings(number));
        }
        near.remove(barcode);
        near.removeIf(id -> !isBarcode(id));
        return near;
    }

    private static boolean isBarcode(String id) {
        try {
            Ids.requireBarcode(id);
            return true;
        } catch (InvalidKeyException e) {
            return false;
        }
    }

    /** What an id may stand for; two ids are near if they have one of these in common. */
    private static Set<String> meanings(String id) {
        String seen =
                UNSEEN.matcher(Normalizer.normalize(id, Normalizer.Form.NFKC)).replaceAll("");
        String text = SPACES.matcher(seen).replaceAll(" ").strip().toLowerCase(Locale.ROOT);
        String number = number(text);
        return NUMBER.matcher(number).matches() ? TradeNumber.meanings(number) : Set.of(text);
    }

    /** The digits of a number that is written in groups, or with a decimal place. */
    private static String number(String text) {
        String whole = text.endsWith(DECIMAL) ? text.substring(0, text.length() - DECIMAL.length()) : text;
        return SEPARATORS.matcher(whole).replaceAll("");
    }
}
