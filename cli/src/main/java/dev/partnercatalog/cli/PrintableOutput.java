package dev.partnercatalog.cli;

import dev.partnercatalog.runtime.text.PrintableText;
import java.io.PrintWriter;

/**
 * The output of a command, whatever the catalog's text contains: a character on which a terminal would act, or that is
 * invisible or changes the direction of text, is printed as a backslash, {@code u} and four hex digits. In JSON, that is
 * the same data. Line breaks stay.
 */
final class PrintableOutput extends PrintWriter {

    private static final int FIRST_PRINTABLE = ' ';
    private static final int LAST_ASCII = '~';

    private final String ours;

    /**
     * Writes to another one, which is flushed after each line.
     *
     * @param ours what the program itself begins a text with for the terminal's sake; may be empty
     */
    PrintableOutput(PrintWriter out, String ours) {
        super(out, true);
        this.ours = ours;
    }

    @Override
    public void write(int character) {
        write(String.valueOf((char) character), 0, 1);
    }

    @Override
    public void write(char[] text, int offset, int length) {
        write(new String(text, offset, length), 0, length);
    }

    @Override
    public void write(String text, int offset, int length) {
        int start = text.startsWith(ours, offset) ? ours.length() : 0;
        String printable =
                text.substring(offset, offset + start) + printable(text.substring(offset + start, offset + length));
        super.write(printable, 0, printable.length());
    }

    private static String printable(String text) {
        // Most text is plain, and an export has much of it.
        if (text.chars().allMatch(c -> (c >= FIRST_PRINTABLE && c <= LAST_ASCII) || c == '\n')) {
            return text;
        }
        String separator = System.lineSeparator();
        StringBuilder lines = new StringBuilder();
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            boolean ofSystem = text.startsWith(separator, end + 1 - separator.length());
            lines.append(PrintableText.of(text.substring(from, ofSystem ? end + 1 - separator.length() : end)))
                    .append(ofSystem ? separator : "\n");
            from = end + 1;
        }
        return lines.append(PrintableText.of(text.substring(from))).toString();
    }
}
