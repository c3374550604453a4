package dev.partnercatalog.resolution;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A member of an object, by its places in the object's text.
 *
 * @param name as it is written, which no field's name is with an escape
 * @param start where the member begins: with the comma before it, unless it is the first one
 * @param value where its value begins
 * @param end where it ends: where the comma of the next one is, or the object's closing brace
 */
record JsonMember(String name, int start, int value, int end) {

    /**
     * The members of an object, in its order.
     *
     * @param json as {@link JsonWriter} writes it: in UTF-8, without white space
     * @param object where the object begins
     */
    static List<JsonMember> of(byte[] json, int object) {
        var members = new ArrayList<JsonMember>();
        int at = object + 1;
        while (json[at] != '}') {
            int name = at + (json[at] == ',' ? 2 : 1);
            int quote = closingQuote(json, name);
            int value = quote + 2;
            int end = endOfValue(json, value);
            members.add(new JsonMember(new String(json, name, quote - name, StandardCharsets.UTF_8), at, value, end));
            at = end;
        }
        return members;
    }

    /** Adds a member that was written between two places, if anything was; its name needs no escape. */
    static void addWritten(String name, int start, int end, List<JsonMember> members) {
        if (end > start) {
            int comma = members.isEmpty() ? 0 : 1;
            int quotesAndColon = 3;
            members.add(new JsonMember(name, start, start + comma + name.length() + quotesAndColon, end));
        }
    }

    private static int endOfValue(byte[] json, int value) {
        int depth = 0;
        for (int at = value; ; at++) {
            switch (json[at]) {
                case '"' -> at = closingQuote(json, at + 1);
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                default -> {}
            }
            if (depth < 0 || (depth == 0 && json[at] == ',')) {
                return at;
            }
        }
    }

    private static int closingQuote(byte[] json, int text) {
        int at = text;
        while (json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        return at;
    }
}
