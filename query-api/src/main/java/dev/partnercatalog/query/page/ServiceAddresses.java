package dev.partnercatalog.query.page;

import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The addresses of the publishing service. They replace those in the files, which are right for a service on your own
 * machine.
 *
 * @param api the API's address as partners see it, without a slash at its end
 * @param issuer the token endpoint's, likewise
 */
public record ServiceAddresses(URI api, URI issuer) {

    private static final String API = "http://127.0.0.1:8080";
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:808[01]");

    /** The text of a file with these addresses. */
    public String in(String text) {
        return ADDRESS.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement((found.group().equals(API) ? api : issuer).toString()));
    }
}
