package dev.partnercatalog.runtime.credential;

import dev.partnercatalog.http.Violation;
import dev.partnercatalog.runtime.secret.SecretException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The rules for a webhook's credentials. */
public final class CredentialRules {

    /** The maximum number of headers of one webhook. */
    public static final int MOST_HEADERS = 8;

    private static final String AUTHORIZATION = "authorization";

    private CredentialRules() {}

    /**
     * What is wrong with the credentials; the result reveals no secret.
     *
     * @param urlProblem what is wrong with a token URL, as a predicate whose subject is the URL
     */
    public static List<Violation> violations(
            WebhookCredentials credentials, Function<String, Optional<String>> urlProblem, Instant now) {
        List<Violation> violations = new ArrayList<>();
        checkHeaders(credentials, violations);
        OAuth2Client oauth2 = credentials.oauth2();
        if (oauth2 != null) {
            urlProblem
                    .apply(oauth2.tokenUrl())
                    .ifPresent(problem -> violations.add(new Violation("oauth2.tokenUrl", problem)));
            checkText("oauth2.clientId", oauth2.clientId(), violations);
            checkText("oauth2.clientSecret", oauth2.clientSecret(), violations);
            if (oauth2.scope() != null
                    && !OAuth2Client.SCOPE.matcher(oauth2.scope()).matches()) {
                violations.add(
                        new Violation("oauth2.scope", "expected scopes of visible ASCII, separated by single spaces"));
            }
            if (oauth2.method() == OAuth2Client.Method.BASIC_RAW
                    && oauth2.clientId().contains(":")) {
                violations.add(new Violation("oauth2.clientId", "can't contain a colon with basic-raw"));
            }
            checkParameters(oauth2.parameters(), violations);
        }
        if (credentials.clientCertificate() != null) {
            checkCertificate(credentials.clientCertificate(), now, violations);
        }
        return violations;
    }

    private static void checkHeaders(WebhookCredentials credentials, List<Violation> violations) {
        List<StaticHeader> headers = credentials.headers();
        if (headers.size() > MOST_HEADERS) {
            violations.add(new Violation("headers", "expected up to " + MOST_HEADERS + ", got " + headers.size()));
            return;
        }
        Set<String> names = new HashSet<>();
        for (StaticHeader header : headers) {
            String field = "headers";
            StaticHeader.nameProblem(header.name())
                    .ifPresent(problem -> violations.add(new Violation(field, "a name " + problem)));
            StaticHeader.valueProblem(header.value())
                    .ifPresent(problem -> violations.add(new Violation(field, "a header " + problem)));
            String lower = header.name().toLowerCase(Locale.ROOT);
            if (!names.add(lower)) {
                violations.add(new Violation(field, "a name occurs twice"));
            }
            if (lower.equals(AUTHORIZATION) && credentials.oauth2() != null) {
                violations.add(new Violation(field, "can't contain Authorization, which is used for the access token"));
            }
        }
    }

    private static void checkText(String field, String text, List<Violation> violations) {
        if (!OAuth2Client.ID_OR_SECRET.matcher(text).matches()) {
            violations.add(new Violation(field, "expected 1 to 1024 printable ASCII characters"));
        }
    }

    private static void checkParameters(Map<String, String> parameters, List<Violation> violations) {
        String field = "oauth2.parameters";
        if (parameters.size() > OAuth2Client.MOST_PARAMETERS) {
            violations.add(new Violation(
                    field, "expected up to " + OAuth2Client.MOST_PARAMETERS + ", got " + parameters.size()));
            return;
        }
        parameters.forEach((name, value) -> {
            if (!OAuth2Client.PARAMETER_NAME.matcher(name).matches()) {
                violations.add(new Violation(field, "a name isn't 1 to 64 letters, digits, '.', '_' and '-'"));
            } else if (OAuth2Client.OWN_PARAMETERS.contains(name)) {
                violations.add(new Violation(field, "can't contain " + name + ", which is set elsewhere"));
            } else {
                checkText(field + "." + name, value, violations);
            }
        });
    }

    private static void checkCertificate(ClientCertificate certificate, Instant now, List<Violation> violations) {
        try {
            X509Certificate own = certificate.material().chain().get(0);
            if (own.getNotAfter().toInstant().isBefore(now)) {
                violations.add(new Violation(
                        "clientCertificate",
                        "the certificate expired at " + own.getNotAfter().toInstant()));
            }
        } catch (SecretException e) {
            violations.add(new Violation("clientCertificate", String.valueOf(e.getMessage())));
        }
    }
}
