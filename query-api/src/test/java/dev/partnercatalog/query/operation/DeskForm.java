package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A form of a page, as a browser would send it.
 *
 * @param fields by name, as they are in the page or were filled in since
 */
record DeskForm(String action, Map<String, String> fields) {

    private static final Pattern INPUT = Pattern.compile(
            "<input type=\"(?<type>[a-z]+)\"[^>]*? name=\"(?<name>[^\"]+)\"(?: value=\"(?<value>[^\"]*)\")?(?<rest>[^>]*)>"
                    + "|<textarea [^>]*?name=\"(?<area>[^\"]+)\"[^>]*>\n(?<text>[^<]*)</textarea>");

    /** The form of a page that is sent to a path. */
    static DeskForm of(String page, String action) {
        Matcher form = Pattern.compile(
                        "<form [^>]*action=\"" + Pattern.quote(action) + "\"[^>]*>(.*?)</form>", Pattern.DOTALL)
                .matcher(page);
        assertThat(form.find()).as("a form to %s in %s", action, page).isTrue();
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field = INPUT.matcher(form.group(1));
        while (field.find()) {
            if (field.group("area") != null) {
                fields.put(field.group("area"), text(field.group("text")));
            } else if (!field.group("type").equals("checkbox")
                    || field.group("rest").contains("checked")) {
                fields.put(field.group("name"), text(field.group("value")));
            }
        }
        return new DeskForm(action, fields);
    }

    private static String text(String markup) {
        return markup.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }

    DeskForm with(String name, String value) {
        fields.put(name, value);
        return this;
    }

    /** Without a check in a box. */
    DeskForm without(String name) {
        fields.remove(name);
        return this;
    }

    /** Names and values, alternating. */
    String[] pairs() {
        return fields.entrySet().stream()
                .flatMap(field -> Stream.of(field.getKey(), field.getValue()))
                .toArray(String[]::new);
    }
}
