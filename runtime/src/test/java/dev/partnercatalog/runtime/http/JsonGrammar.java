package dev.partnercatalog.runtime.http;

import java.util.HashSet;
import java.util.Set;

/** The grammar of RFC 8259, to compare a reader with: one object, no duplicate names in an object, limited depth. */
final class JsonGrammar {

    private static final int MAX_DEPTH = 32;
    private static final int LONG_NAME = 10_000;

    private final String text;
    private int at;
    private boolean open;

    private JsonGrammar(String text) {
        this.text = text;
    }

    /**
     * The expected verdict on a text; {@code OPEN} for one with a very long number or name, or half a character in a
     * name.
     */
    enum Verdict {
        WELL_FORMED,
        ILL_FORMED,
        OPEN
    }

    static Verdict verdict(String text) {
        JsonGrammar grammar = new JsonGrammar(text);
        try {
            grammar.space();
            grammar.object(1);
            grammar.space();
            if (grammar.at < text.length()) {
                return Verdict.ILL_FORMED;
            }
            return grammar.open ? Verdict.OPEN : Verdict.WELL_FORMED;
        } catch (IllegalArgumentException e) {
            return Verdict.ILL_FORMED;
        }
    }

    private void object(int depth) {
        enter('{', depth);
        Set<String> names = new HashSet<>();
        space();
        while (peek() != '}') {
            if (!names.isEmpty()) {
                expect(',');
                space();
            }
            String name = string();
            open |= name.length() > LONG_NAME || name.codePoints().anyMatch(c -> c >= 0xd800 && c <= 0xdfff);
            if (!names.add(name)) {
                throw new IllegalArgumentException("twice");
            }
            space();
            expect(':');
            value(depth);
        }
        at++;
    }

    private void array(int depth) {
        enter('[', depth);
        space();
        boolean first = true;
        while (peek() != ']') {
            if (!first) {
                expect(',');
            }
            value(depth);
            first = false;
        }
        at++;
    }

    private void enter(char bracket, int depth) {
        expect(bracket);
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("deep");
        }
    }

    private void value(int depth) {
        space();
        switch (peek()) {
            case '{' -> object(depth + 1);
            case '[' -> array(depth + 1);
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        }
        space();
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (peek() != '"') {
            char c = next();
            if (c < ' ') {
                throw new IllegalArgumentException("control");
            }
            if (c != '\\') {
                string.append(c);
            } else {
                char escape = next();
                if (escape == 'u') {
                    String digits = "" + next() + next() + next() + next();
                    if (!digits.matches("[0-9A-Fa-f]{4}")) {
                        throw new IllegalArgumentException("escape");
                    }
                    string.append((char) Integer.parseInt(digits, 16));
                } else {
                    int known = "\"\\/bfnrt".indexOf(escape);
                    if (known < 0) {
                        throw new IllegalArgumentException("escape");
                    }
                    string.append("\"\\/\b\f\n\r\t".charAt(known));
                }
            }
        }
        at++;
        return string.toString();
    }

    private void number() {
        int begin = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (at < text.length() && peek() == '.') {
            at++;
            digits();
        }
        if (at < text.length() && (peek() == 'e' || peek() == 'E')) {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            int exponent = at;
            digits();
            open |= at - exponent > 8;
        }
        open |= at - begin > 90;
    }

    private void digits() {
        int begin = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == begin) {
            throw new IllegalArgumentException("no digit");
        }
    }

    private void word(String word) {
        if (!text.startsWith(word, at)) {
            throw new IllegalArgumentException(word);
        }
        at += word.length();
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw new IllegalArgumentException("end");
        }
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private void expect(char c) {
        if (next() != c) {
            throw new IllegalArgumentException("expected " + c);
        }
    }
}
