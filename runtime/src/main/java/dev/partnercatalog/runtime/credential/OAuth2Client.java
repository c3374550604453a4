package dev.partnercatalog.runtime.credential;

import dev.partnercatalog.runtime.secret.SecretException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A client at a partner's authorization server, which issues access tokens to it with the client credentials grant (RFC
 * 6749, section 4.4).
 *
 * @param scope scopes separated by spaces; null to request none
 * @param method how the client authenticates
 * @param parameters more parameters of the request, such as {@code audience} or {@code resource}, which servers require
 *     beyond the standard; by name
 */
public record OAuth2Client(
        String tokenUrl,
        String clientId,
        String clientSecret,
        @Nullable String scope,
        Method method,
        SortedMap<String, String> parameters) {

    /** How a client authenticates at the token endpoint. Servers differ in how they read HTTP Basic. */
    public enum Method {
        /** HTTP Basic with id and secret form-encoded, as RFC 6749, section 2.3.1, requires. */
        BASIC("basic"),
        /** HTTP Basic with id and secret as they are, which many servers expect. */
        BASIC_RAW("basic-raw"),
        /** In the form. */
        BODY("body");

        private final String jsonName;

        Method(String jsonName) {
            this.jsonName = jsonName;
        }

        public String jsonName() {
            return jsonName;
        }

        /** The names of all methods, in words. */
        public static String names() {
            return "basic, basic-raw or body";
        }

        /** Null if there is no such method. */
        public static @Nullable Method named(String jsonName) {
            return Arrays.stream(values())
                    .filter(method -> method.jsonName.equals(jsonName))
                    .findFirst()
                    .orElse(null);
        }

        static Method stored(String jsonName) {
            Method method = named(jsonName);
            if (method == null) {
                throw new SecretException("it authenticates in a way that this version doesn't know");
            }
            return method;
        }
    }

    /** The maximum number of additional parameters. */
    public static final int MOST_PARAMETERS = 8;

    /** RFC 6749, appendix A: visible ASCII and spaces. */
    static final Pattern ID_OR_SECRET = Pattern.compile("[ -~]{1,1024}");

    /** RFC 6749, section 3.3. */
    static final Pattern SCOPE = Pattern.compile("(?=.{1,1024}$)[!#-\\[\\]-~]+(?: [!#-\\[\\]-~]+)*");

    static final Pattern PARAMETER_NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** Parameters that the request has already. */
    static final Set<String> OWN_PARAMETERS = Set.of("grant_type", "scope", "client_id", "client_secret");

    public OAuth2Client {
        parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    }

    /** A client that authenticates as the standard requires, with no more parameters. */
    public OAuth2Client(String tokenUrl, String clientId, String clientSecret, @Nullable String scope) {
        this(tokenUrl, clientId, clientSecret, scope, Method.BASIC, Map.of());
    }

    public OAuth2Client(
            String tokenUrl,
            String clientId,
            String clientSecret,
            @Nullable String scope,
            Method method,
            Map<String, String> parameters) {
        this(tokenUrl, clientId, clientSecret, scope, method, (SortedMap<String, String>) new TreeMap<>(parameters));
    }

    /** Shows neither the secret nor the URL, which may contain something only its owner should know. */
    @Override
    public String toString() {
        return "OAuth2Client[" + clientId + "]";
    }
}
