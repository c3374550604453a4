package dev.partnercatalog.schemas.key;

/** The forms of the ids that upstream systems use in keys and records (the input contract, "Ids"). */
public final class Ids {

    /** The largest id: what a JSON number carries without loss. */
    public static final long MAX_NUMBER = (1L << 53) - 1;

    private static final int MAX_BARCODE = 64;
    private static final int MAX_SKU = 128;
    private static final int MAX_NAME = 64;
    private static final int MAX_SHOWN = 80;

    private Ids() {}

    /** Whether {@code text} is 1 to 64 characters of printable ASCII without a slash or a space. */
    public static boolean isBarcode(String text) {
        if (text.isEmpty() || text.length() > MAX_BARCODE) {
            return false;
        }
        // A loop: it is asked of every barcode of every batch.
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '/') {
                return false;
            }
        }
        return true;
    }

    /** Whether {@code text} is 1 to 128 printable characters (code points) without a slash. */
    public static boolean isSku(String text) {
        if (text.isEmpty() || text.length() > 2 * MAX_SKU) {
            return false;
        }
        return text.codePointCount(0, text.length()) <= MAX_SKU
                && text.codePoints().allMatch(Ids::isPrintableInSku);
    }

    /** Whether {@code text} is a partner's or a client's id: {@code [A-Za-z0-9_-]{1,64}}. */
    public static boolean isName(String text) {
        if (text.isEmpty() || text.length() > MAX_NAME) {
            return false;
        }
        return text.chars()
                .allMatch(c -> (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || (c >= '0' && c <= '9')
                        || c == '_'
                        || c == '-');
    }

    /** Whether {@code id} is a company's or a location's id: from 1 to 2^53-1. */
    public static boolean isNumber(long id) {
        return id >= 1 && id <= MAX_NUMBER;
    }

    /** Returns {@code text}; throws {@link InvalidKeyException} where it is no barcode. */
    public static String requireBarcode(String text) {
        if (!isBarcode(text)) {
            throw new InvalidKeyException("barcode " + shown(text)
                    + " is out of form: 1 to 64 characters of printable ASCII, without '/' and space");
        }
        return text;
    }

    /** Returns {@code text}; throws {@link InvalidKeyException} where it is no SKU. */
    public static String requireSku(String text) {
        if (!isSku(text)) {
            throw new InvalidKeyException(
                    "sku " + shown(text) + " is out of form: 1 to 128 printable characters, without '/'");
        }
        return text;
    }

    /** Returns {@code text}; throws {@link InvalidKeyException} where it is no id of the given kind. */
    public static String requireName(String field, String text) {
        if (!isName(text)) {
            throw new InvalidKeyException(
                    field + " " + shown(text) + " is out of form: 1 to 64 characters of A-Z, a-z, 0-9, '_' and '-'");
        }
        return text;
    }

    /** Returns {@code id}; throws {@link InvalidKeyException} where it is out of range. */
    public static long requireNumber(String field, long id) {
        if (!isNumber(id)) {
            throw new InvalidKeyException(field + " " + id + " is out of form: a whole number from 1 to " + MAX_NUMBER);
        }
        return id;
    }

    /** Reads an id as keys hold it, in decimal without sign or leading zeros; throws {@link InvalidKeyException}. */
    public static long requireNumber(String field, String text) {
        boolean digits = !text.isEmpty()
                && text.length() <= 16
                && text.charAt(0) != '0'
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits || !isNumber(Long.parseLong(text))) {
            throw new InvalidKeyException(field + " " + shown(text) + " is out of form: a whole number from 1 to "
                    + MAX_NUMBER + ", in decimal");
        }
        return Long.parseLong(text);
    }

    static String shown(String text) {
        String cut = text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
        return '"'
                + cut.codePoints()
                        .map(c -> isPrintable(c) ? c : '\uFFFD')
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                + '"';
    }

    private static boolean isPrintableInSku(int codePoint) {
        return codePoint != '/' && isPrintable(codePoint);
    }

    /** Whether a character shows something and does nothing else, wherever it is shown. */
    public static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
