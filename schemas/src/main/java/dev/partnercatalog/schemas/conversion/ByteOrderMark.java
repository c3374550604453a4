package dev.partnercatalog.schemas.conversion;

/** The mark that some editors and programs write before a text in UTF-8. Nobody sees it, so it is read over. */
public final class ByteOrderMark {

    private static final String MARK = "\uFEFF";

    private ByteOrderMark() {}

    /** The text behind the mark, if it begins with one. */
    public static String skip(String text) {
        return text.startsWith(MARK) ? text.substring(1) : text;
    }
}
