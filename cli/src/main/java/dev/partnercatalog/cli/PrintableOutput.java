package dev.partnercatalog.cli;

import dev.partnercatalog.runtime.text.PrintableText;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The output of a command, whatever the catalog's text contains: a character on which a terminal would act, or that is
 * invisible or changes the direction of text, is printed as a backslash, {@code u} and four hex digits. In JSON, that is
 * the same data. Line breaks stay.
 */
final class PrintableOutput extends PrintWriter {

    /** Writes to another one, which is flushed after each line. */
    PrintableOutput(PrintWriter out) {
        super(out, true);
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
        String printable = Arrays.stream(text.substring(offset, offset + length).split("\n", -1))
                .map(PrintableText::of)
                .collect(Collectors.joining("\n"));
        super.write(printable, 0, printable.length());
    }
}
