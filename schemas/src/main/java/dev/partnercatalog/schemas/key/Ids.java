package dev.partnercatalog.schemas.key;

import java.util.List;
import java.util.regex.Pattern;

/** The formats of the ids that upstream systems use in keys and records (the input contract, "Ids"). */
public final class Ids {

    /** The largest id: the largest integer that JSON numbers carry without loss. */
    public static final long MAX_NUMBER = (1L << 53) - 1;

    private static final int MAX_BARCODE = 64;
    private static final int MAX_SKU = 128;
    /** The maximum length of the names of partners and clients. */
    public static final int MAX_NAME = 64;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1," + MAX_NAME + "}");
    private static final int MAX_DIGITS = Long.toString(MAX_NUMBER).length();
    private static final int MAX_SHOWN = 80;
    private static final String TEXT_FORM = "control, private-use, unpaired and bidirectional formatting characters"
            + " aren't allowed, nor is a joiner at either end";

    private Ids() {}

    /** Whether {@code text} is 1 to 64 characters of printable ASCII without a slash or a space. */
    public static boolean isBarcode(String text) {
        if (text.isEmpty() || text.length() > MAX_BARCODE) {
            return false;
        }
        // A loop, because it runs for every barcode of every batch.
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '/') {
                return false;
            }
        }
        return true;
    }

    /** Whether {@code text} is 1 to 128 characters (code points) that are allowed in text ids, without a slash. */
    public static boolean isSku(String text) {
        if (text.isEmpty() || text.length() > 2 * MAX_SKU) {
            return false;
        }
        return text.codePointCount(0, text.length()) <= MAX_SKU && text.indexOf('/') < 0 && isText(text);
    }

    /**
     * Whether {@code text} consists only of characters allowed in text ids: any character except controls, lone
     * surrogates, private-use characters, noncharacters, and bidirectional overrides and isolates. A joiner (U+200C,
     * U+200D) connects the characters on either side of it, so it can be neither first nor last. Characters that this
     * Java version doesn't know are allowed: whether an id is valid must not depend on the reader's version of Unicode.
     * Empty text is allowed.
     */
    public static boolean isText(String text) {
        if (!text.isEmpty() && (isJoiner(text.charAt(0)) || isJoiner(text.charAt(text.length() - 1)))) {
            return false;
        }
        // A loop, because it runs for every SKU of every batch.
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            if (!isTextCharacter(text.codePointAt(at))) {
                return false;
            }
        }
        return true;
    }

    /** Whether {@code text} is a partner's or a client's id: {@code [A-Za-z0-9_-]{1,64}}. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Whether {@code id} is valid as a company's or location's id: 1 to 2^53-1. */
    public static boolean isNumber(long id) {
        return id >= 1 && id <= MAX_NUMBER;
    }

    /** Returns {@code text}; throws {@link InvalidKeyException} if it is not a valid barcode. */
    public static String requireBarcode(String text) {
        return require(
                isBarcode(text),
                "barcode",
                text,
                "expected 1 to 64 printable ASCII characters other than '/' and space");
    }

    /** Returns {@code text}; throws {@link InvalidKeyException} if it is not a valid SKU. */
    public static String requireSku(String text) {
        return require(isSku(text), "sku", text, "expected 1 to 128 characters without '/'; " + TEXT_FORM);
    }

    /** Returns {@code text}; throws {@link InvalidKeyException} if it isn't {@linkplain #isText allowed} in text ids. */
    public static String requireText(String field, String text) {
        return require(isText(text), field, text, TEXT_FORM);
    }

    /** Returns {@code text}; throws {@link InvalidKeyException} if it is not a valid partner's or client's id. */
    public static String requireName(String field, String text) {
        return require(isName(text), field, text, "expected 1 to 64 characters from A-Z, a-z, 0-9, '_' and '-'");
    }

    private static String require(boolean isValid, String field, String text, String expected) {
        if (!isValid) {
            throw new InvalidKeyException(field + " " + quoted(text) + " is invalid: " + expected);
        }
        return text;
    }

    /** Returns {@code id}; throws {@link InvalidKeyException} if it is out of range. */
    public static long requireNumber(String field, long id) {
        if (!isNumber(id)) {
            throw new InvalidKeyException(
                    field + " " + id + " is invalid: expected a whole number from 1 to " + MAX_NUMBER);
        }
        return id;
    }

    /**
     * Parses an id as it is written in keys, in decimal without sign or leading zeros; throws
     * {@link InvalidKeyException}.
     */
    public static long requireNumber(String field, String text) {
        boolean isValid = isDecimal(text) && isNumber(Long.parseLong(text));
        return Long.parseLong(
                require(isValid, field, text, "expected a whole number from 1 to " + MAX_NUMBER + ", in decimal"));
    }

    private static boolean isDecimal(String text) {
        if (text.isEmpty() || text.length() > MAX_DIGITS || text.charAt(0) == '0') {
            return false;
        }
        // A loop, because it runs for every record's key.
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** The parts between the slashes of a key; throws {@link InvalidKeyException}, which says the form, if their number is wrong. */
    public static List<String> parts(String key, String form, int least, int most) {
        List<String> parts = List.of(key.split("/", most + 1));
        if (parts.size() < least || parts.size() > most) {
            throw new InvalidKeyException("key " + quoted(key) + " is invalid: expected " + form);
        }
        return parts;
    }

    /**
     * Text from outside in quotation marks, for a message: cut, with a backslash before its own quotation marks and
     * backslashes, so that the quote's end is certain, and with characters that aren't printable as <code>&#92;uXXXX</code>.
     * When reasons are counted by kind, quoted parts are left out.
     */
    public static String quoted(String text) {
        String cut = text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
        StringBuilder quoted = new StringBuilder("\"");
        cut.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\');
            }
            if (isPrintable(c)) {
                quoted.appendCodePoint(c);
            } else {
                for (char unit : Character.toChars(c)) {
                    quoted.append(String.format("\\u%04x", (int) unit));
                }
            }
        });
        return quoted.append('"').toString();
    }

    private static boolean isJoiner(int codePoint) {
        return codePoint == 0x200c || codePoint == 0x200d;
    }

    /** Tests by ranges that are fixed in all versions of Unicode; the set of assigned characters isn't. */
    private static boolean isTextCharacter(int codePoint) {
        boolean control = codePoint <= 0x1f || isBetween(codePoint, 0x7f, 0x9f);
        boolean bidirectional = isBetween(codePoint, 0x202a, 0x202e) || isBetween(codePoint, 0x2066, 0x2069);
        boolean surrogateOrPrivate = isBetween(codePoint, 0xd800, 0xf8ff) || codePoint >= 0xf0000;
        boolean nonCharacter = isBetween(codePoint, 0xfdd0, 0xfdef) || (codePoint & 0xfffe) == 0xfffe;
        return !control && !bidirectional && !surrogateOrPrivate && !nonCharacter;
    }

    /**
     * Whether a character is visible and has no other effect, wherever it is shown. This is stricter than the rule for
     * ids, because it applies to any text: characters that break or join lines and words, or are invisible, aren't
     * printable.
     */
    public static boolean isPrintable(int codePoint) {
        boolean ignorable =
                codePoint == 0x2065 || isBetween(codePoint, 0xfff0, 0xfff8) || isBetween(codePoint, 0xe0000, 0xe0fff);
        return isTextCharacter(codePoint)
                && !ignorable
                && switch (Character.getType(codePoint)) {
                    case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
                    default -> true;
                };
    }

    private static boolean isBetween(int codePoint, int first, int last) {
        return codePoint >= first && codePoint <= last;
    }
}
