package dev.partnercatalog.query.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random texts that match a pattern. Supports what the OpenAPI document's patterns use: groups, alternatives, character
 * classes, counts, and {@code ^} and {@code $} where they have no effect.
 */
final class PatternText {

    /** The maximum number of repetitions of anything unlimited. */
    private static final int SOME = 6;

    private final String pattern;
    private final Random random;
    private int at;

    private PatternText(String pattern, Random random) {
        this.pattern = pattern;
        this.random = random;
    }

    static String matching(String pattern, Random random) {
        PatternText text = new PatternText(pattern, random);
        String matching = text.alternatives();
        if (text.at < pattern.length()) {
            throw new IllegalArgumentException("unbalanced at " + text.at + ": " + pattern);
        }
        return matching;
    }

    /** Generates each alternative, since it must be parsed anyway, and picks one. */
    private String alternatives() {
        List<String> made = new ArrayList<>(List.of(sequence()));
        while (is('|')) {
            at++;
            made.add(sequence());
        }
        return made.get(random.nextInt(made.size()));
    }

    private String sequence() {
        StringBuilder made = new StringBuilder();
        while (at < pattern.length() && !is('|') && !is(')')) {
            int start = at;
            String one = atom();
            int end = at;
            int[] count = count();
            int after = at;
            int times = count[0] + random.nextInt(count[1] - count[0] + 1);
            for (int i = 0; i < times; i++) {
                made.append(one);
                at = start;
                one = atom();
                at = end;
            }
            at = after;
        }
        return made.toString();
    }

    private String atom() {
        char c = pattern.charAt(at);
        return switch (c) {
            case '^', '$' -> {
                at++;
                yield "";
            }
            case '(' -> {
                at++;
                String inner = alternatives();
                at++;
                yield inner;
            }
            case '[' -> oneOf();
            default -> String.valueOf(character());
        };
    }

    private int[] count() {
        if (is('?')) {
            at++;
            return new int[] {0, 1};
        }
        if (is('*') || is('+')) {
            int least = is('+') ? 1 : 0;
            at++;
            return new int[] {least, least + SOME};
        }
        if (!is('{')) {
            return new int[] {1, 1};
        }
        int end = pattern.indexOf('}', at);
        String[] bounds = pattern.substring(at + 1, end).split(",", -1);
        at = end + 1;
        int least = Integer.parseInt(bounds[0]);
        return new int[] {least, Integer.parseInt(bounds[bounds.length - 1])};
    }

    private String oneOf() {
        at++;
        boolean not = is('^');
        if (not) {
            at++;
        }
        List<int[]> ranges = new ArrayList<>();
        while (!is(']')) {
            char first = character();
            char last = first;
            if (is('-') && pattern.charAt(at + 1) != ']') {
                at++;
                last = character();
            }
            ranges.add(new int[] {first, last});
        }
        at++;
        if (!not) {
            int[] range = ranges.get(random.nextInt(ranges.size()));
            return String.valueOf((char) (range[0] + random.nextInt(range[1] - range[0] + 1)));
        }
        int other = any();
        while (contains(ranges, other)) {
            other = any();
        }
        return Character.toString(other);
    }

    private static boolean contains(List<int[]> ranges, int c) {
        return ranges.stream().anyMatch(range -> c >= range[0] && c <= range[1]);
    }

    /** Any character except half of one. */
    private int any() {
        int c = random.nextInt(random.nextBoolean() ? 0x250 : 0x11_0000);
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? any() : c;
    }

    private char character() {
        char c = pattern.charAt(at++);
        if (c != '\\') {
            return c;
        }
        char escaped = pattern.charAt(at++);
        return switch (escaped) {
            case 'x' -> code(2);
            case 'u' -> code(4);
            case 't' -> '\t';
            case 'r' -> '\r';
            default -> {
                if (Character.isLetterOrDigit(escaped)) {
                    throw new IllegalArgumentException("\\" + escaped + " isn't known here: " + pattern);
                }
                yield escaped;
            }
        };
    }

    private char code(int digits) {
        at += digits;
        return (char) Integer.parseInt(pattern.substring(at - digits, at), 16);
    }

    private boolean is(char c) {
        return at < pattern.length() && pattern.charAt(at) == c;
    }
}
