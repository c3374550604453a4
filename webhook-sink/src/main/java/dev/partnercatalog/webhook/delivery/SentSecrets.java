package dev.partnercatalog.webhook.delivery;

import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The secrets in a request, to be removed from what the endpoint returns: some endpoints answer with what they received.
 * They are found in plain text and with the escapes of JSON and of URLs, but not if they are encoded in another way.
 * Immutable.
 */
final class SentSecrets {

    /** Stands for what isn't recorded. */
    static final String ELLIPSIS = "…";

    private final List<String> secrets;

    SentSecrets(Collection<String> secrets) {
        this.secrets = List.copyOf(secrets);
    }

    /**
     * Returns the text with an ellipsis in place of each secret in it.
     *
     * @param cut whether more would have followed, so that the text may end within a secret
     */
    String removedFrom(String text, boolean cut) {
        StringBuilder left = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            int end = at;
            for (String secret : secrets) {
                end = Math.max(end, end(secret, text, at, cut));
            }
            left.append(end > at ? ELLIPSIS : text.substring(at, at + 1));
            at = Math.max(end, at + 1);
        }
        return left.toString();
    }

    /** Where a secret ends that begins at this position; the same position if it doesn't. */
    private static int end(String secret, String text, int from, boolean cut) {
        int at = from;
        for (int i = 0; i < secret.length(); i++) {
            if (at == text.length()) {
                return cut ? at : from;
            }
            int next = after(secret.charAt(i), text, at);
            if (next == at) {
                return from;
            }
            at = next;
        }
        return at;
    }

    /** Where a character ends if it is at this position, however it is written; the same position if it isn't. */
    private static int after(char wanted, String text, int at) {
        char found = text.charAt(at);
        if (Character.toLowerCase(found) == Character.toLowerCase(wanted)) {
            return at + 1;
        }
        if (found != '\\' && found != '%') {
            return at;
        }
        String hex = HexFormat.of().toHexDigits((byte) wanted);
        return Stream.of("\\" + wanted, "\\u00" + hex, "%" + hex)
                .filter(form -> text.regionMatches(true, at, form, 0, form.length()))
                .map(form -> at + form.length())
                .findFirst()
                .orElse(at);
    }
}
