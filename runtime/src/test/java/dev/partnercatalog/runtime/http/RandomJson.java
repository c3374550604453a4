package dev.partnercatalog.runtime.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Generates JSON texts: well-formed ones whose value is known, and ones that are expensive to read. */
final class RandomJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> CHARACTERS =
            List.of("a", "Z", "0", " ", "\"", "\\", "/", "\n", "\u0000", "\u00e9", "\u2028", "\ud83c\udf3f", "\uffff");
    private static final List<String> NUMBERS = List.of(
            "0", "-0", "1e5", "1E+5", "0.1e-7", "9007199254740993", "1e400", "-12.50", "1e-99999", "0e10", "2.0");

    private final Random random;

    RandomJson(Random random) {
        this.random = random;
    }

    /** A random object; {@link #text} turns it into JSON. */
    ObjectNode object(int depth) {
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(6); i > 0; i--) {
            object.set(string(8), value(depth - 1));
        }
        return object;
    }

    private JsonNode value(int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(new BigInteger(1 + random.nextInt(300), random));
            case 3 -> NODES.numberNode(new BigDecimal(NUMBERS.get(random.nextInt(NUMBERS.size()))));
            case 4, 5 -> NODES.textNode(string(40));
            case 6 -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(5); i > 0; i--) {
                    array.add(value(depth - 1));
                }
                yield array;
            }
            default -> object(depth);
        };
    }

    private String string(int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append(CHARACTERS.get(random.nextInt(CHARACTERS.size())));
        }
        return text.toString();
    }

    /** One of the many texts of a value. */
    String text(JsonNode value) {
        StringBuilder text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private void write(JsonNode value, StringBuilder text) {
        space(text);
        if (value instanceof ObjectNode object) {
            text.append('{');
            String separator = "";
            for (var member : object.properties()) {
                text.append(separator);
                space(text);
                quote(member.getKey(), text);
                space(text);
                text.append(':');
                write(member.getValue(), text);
                separator = ",";
            }
            space(text);
            text.append('}');
        } else if (value instanceof ArrayNode array) {
            text.append('[');
            String separator = "";
            for (JsonNode element : array) {
                text.append(separator);
                write(element, text);
                separator = ",";
            }
            space(text);
            text.append(']');
        } else if (value.isTextual()) {
            quote(value.textValue(), text);
        } else {
            text.append(value.asText());
        }
        space(text);
    }

    private void space(StringBuilder text) {
        if (random.nextInt(6) == 0) {
            text.append(" \t\r\n".charAt(random.nextInt(4)));
        }
    }

    private void quote(String string, StringBuilder text) {
        text.append('"');
        string.codePoints().forEach(c -> {
            int plain = "\"\\/\n".indexOf(c);
            if (plain >= 0 && random.nextBoolean()) {
                text.append('\\').append("\"\\/n".charAt(plain));
            } else if (c < ' ' || c == '"' || c == '\\' || random.nextInt(5) == 0) {
                for (char unit : Character.toChars(c)) {
                    String digits = HexFormat.of().toHexDigits(unit);
                    text.append("\\u").append(random.nextBoolean() ? digits : digits.toUpperCase(Locale.ROOT));
                }
            } else {
                text.appendCodePoint(c);
            }
        });
        text.append('"');
    }

    /** The text with some of its characters changed, duplicated, moved or removed. */
    String spoiled(String text) {
        StringBuilder spoiled = new StringBuilder(text);
        for (int i = random.nextInt(3); i >= 0 && !spoiled.isEmpty(); i--) {
            int at = random.nextInt(spoiled.length());
            int end = Math.min(spoiled.length(), at + 1 + random.nextInt(12));
            switch (random.nextInt(6)) {
                case 0 -> spoiled.setLength(at);
                case 1 -> spoiled.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 65_536));
                case 2 -> spoiled.insert(at, pick("{}[]\",:\\ 0eE+-.tfnu/*'#\ufeff\u00a0\ud800\u0000"));
                case 3 -> spoiled.delete(at, end);
                case 4 -> spoiled.insert(random.nextInt(spoiled.length()), spoiled.substring(at, end));
                default ->
                    spoiled.replace(
                            at,
                            end,
                            List.of("NaN", "1e", "01", "-", "\\x", "\\ud8", "nul", "Infinity", "//x\n", "1e999999999")
                                    .get(random.nextInt(10)));
            }
        }
        return spoiled.toString();
    }

    private char pick(String characters) {
        return characters.charAt(random.nextInt(characters.length()));
    }

    /** Much of one thing, which may cost more than its length warrants. */
    String excess(int length) {
        int kind = random.nextInt(12);
        return switch (kind) {
            case 0 -> "{\"a\":" + "[".repeat(length);
            case 1 -> "{\"a\":".repeat(length / 5);
            case 2 -> "{\"a\":" + "9".repeat(length) + "}";
            case 3 -> "{\"a\":0." + "0".repeat(length) + "1}";
            case 4 -> "{\"a\":1e" + "9".repeat(length) + "}";
            case 5 -> "{\"a\":\"" + "\\u0041".repeat(length / 6);
            case 6 -> "{\"" + "x".repeat(length) + "\":1}";
            case 7 -> "{\"a\":[" + "1e9999,".repeat(length / 7) + "1]}";
            case 8 -> "{\"a\":[" + "{},".repeat(length / 3) + "1]}";
            case 9 -> "{" + " ".repeat(length) + "}";
            case 10 -> "{\"a\":\"" + "\ud800".repeat(length / 3) + "\"}";
            default -> sameHash(length);
        };
    }

    /** Members whose names all have the same hash code. */
    private static String sameHash(int length) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; text.length() < length; i++) {
            text.append(i == 0 ? "\"" : ",\"").append(SameHash.text(i, 17)).append("\":1");
        }
        return text.append('}').toString();
    }
}
