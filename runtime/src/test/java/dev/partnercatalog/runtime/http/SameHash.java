package dev.partnercatalog.runtime.http;

import java.util.List;
import java.util.stream.IntStream;

/** Texts that all have the same {@link String#hashCode}, which an attacker uses as names to slow down a hash table. */
public final class SameHash {

    private SameHash() {}

    /** The first 2 to the power of {@code bits} such texts. */
    public static List<String> texts(int bits) {
        return IntStream.range(0, 1 << bits).mapToObj(i -> text(i, bits)).toList();
    }

    /** One of these texts, with 2 characters for each bit. */
    static String text(int number, int bits) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < bits; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }
}
