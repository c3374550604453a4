package dev.partnercatalog.runtime.credential;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A client of a partner's authorization server, which gives it access tokens by the client credentials grant (RFC 6749,
 * section 4.4).
 *
 * @param scope scopes separated by spaces, null to ask for none
 */
public record OAuth2Client(
        String tokenUrl,
        String clientId,
        String clientSecret,
        @Nullable String scope) {

    /** RFC 6749, appendix A: visible ASCII and the space. */
    static final Pattern ID_OR_SECRET = Pattern.compile("[ -~]{1,1024}");

    /** RFC 6749, section 3.3. */
    static final Pattern SCOPE = Pattern.compile("(?=.{1,1024}$)[!#-\\[\\]-~]+(?: [!#-\\[\\]-~]+)*");

    /** The secret isn't shown, nor the URL, which may carry what only its owner should know. */
    @Override
    public String toString() {
        return "OAuth2Client[" + clientId + "]";
    }
}
