package dev.partnercatalog.runtime.credential;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A client at a partner's authorization server, which issues access tokens to it with the client credentials grant (RFC
 * 6749, section 4.4).
 *
 * @param scope scopes separated by spaces; null to request none
 */
public record OAuth2Client(
        String tokenUrl,
        String clientId,
        String clientSecret,
        @Nullable String scope) {

    /** RFC 6749, appendix A: visible ASCII and spaces. */
    static final Pattern ID_OR_SECRET = Pattern.compile("[ -~]{1,1024}");

    /** RFC 6749, section 3.3. */
    static final Pattern SCOPE = Pattern.compile("(?=.{1,1024}$)[!#-\\[\\]-~]+(?: [!#-\\[\\]-~]+)*");

    /** Shows neither the secret nor the URL, which may contain something only its owner should know. */
    @Override
    public String toString() {
        return "OAuth2Client[" + clientId + "]";
    }
}
