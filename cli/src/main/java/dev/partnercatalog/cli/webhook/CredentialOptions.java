package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.http.Violation;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.address.WebhookUrl;
import dev.partnercatalog.runtime.credential.ClientCertificate;
import dev.partnercatalog.runtime.credential.CredentialRules;
import dev.partnercatalog.runtime.credential.OAuth2Client;
import dev.partnercatalog.runtime.credential.StaticHeader;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code ./catalog webhooks authentication set}. Mixed in. */
final class CredentialOptions {

    private static final String STANDARD_INPUT = "-";
    private static final int LONGEST_FILE = 32 << 10;

    @Option(names = "--ed25519", description = "Also sign messages as v1a, with a key that the API publishes.")
    private boolean ed25519;

    @Option(
            names = "--header",
            paramLabel = "NAME=FILE",
            description = {
                "A header for every message, and the file with its value. Repeat the option for more.",
                "These replace all headers that were set before."
            })
    private List<String> headers = List.of();

    @Option(
            names = "--token-url",
            paramLabel = "URL",
            description = "Where to get access tokens (OAuth 2.0, client credentials).")
    private @Nullable String tokenUrl;

    @Option(names = "--client-id", paramLabel = "ID", description = "The client's id at the token URL.")
    private @Nullable String clientId;

    @Option(names = "--client-secret", paramLabel = "FILE", description = "File with the client's secret.")
    private @Nullable String clientSecret;

    @Option(names = "--scope", paramLabel = "SCOPE", description = "The scopes to request, separated by spaces.")
    private @Nullable String scope;

    @Option(
            names = "--client-authentication",
            paramLabel = "METHOD",
            defaultValue = "basic",
            description = {
                "How to send id and secret: basic (form-encoded, as the standard says), basic-raw (as they",
                "are) or body. Default: ${DEFAULT-VALUE}"
            })
    private String clientAuthentication = "";

    @Option(
            names = "--token-parameter",
            paramLabel = "NAME=VALUE",
            description = "Another parameter of the request for a token, such as audience. Repeat the option for more.")
    private Map<String, String> tokenParameters = Map.of();

    @Option(
            names = "--certificates",
            paramLabel = "FILE",
            description = "PEM: the client certificate for connections, then its issuers in order.")
    private @Nullable String certificates;

    @Option(
            names = "--private-key",
            paramLabel = "FILE",
            description = "The key of the client certificate: PKCS#8 in PEM, without a password.")
    private @Nullable String privateKey;

    /**
     * Reads the files given by the options.
     *
     * @throws ParameterException if the options can't be combined
     * @throws OperatorFault if a file can't be read, or its content can't be used
     */
    WebhookCredentials read(CommandLine command) {
        requireOneStandardInput(command);
        WebhookCredentials credentials =
                new WebhookCredentials(ed25519, headers(command), oauth2(command), certificate(command));
        if (!ed25519
                && credentials.headers().isEmpty()
                && credentials.oauth2() == null
                && credentials.clientCertificate() == null) {
            throw new ParameterException(
                    command, "specify what to set; 'webhooks authentication clear' removes" + " settings");
        }
        // Only the sink knows which addresses it may connect to; it reports problems in the webhook's state.
        WebhookAddresses any = new WebhookAddresses(true);
        List<Violation> violations =
                CredentialRules.violations(credentials, url -> WebhookUrl.problem(url, any), Instant.now());
        if (!violations.isEmpty()) {
            throw new OperatorFault(violations.stream()
                    .map(violation -> violation.field() + ": " + violation.problem())
                    .collect(Collectors.joining("; ", "nothing was changed: ", "")));
        }
        return credentials;
    }

    private void requireOneStandardInput(CommandLine command) {
        List<String> sources = new ArrayList<>();
        headers.forEach(header -> sources.add(header.substring(header.indexOf('=') + 1)));
        for (String source : new String[] {clientSecret, certificates, privateKey}) {
            if (source != null) {
                sources.add(source);
            }
        }
        if (sources.stream().filter(STANDARD_INPUT::equals).count() > 1) {
            throw new ParameterException(command, "only one option can read standard input (-)");
        }
    }

    private List<StaticHeader> headers(CommandLine command) {
        List<StaticHeader> read = new ArrayList<>();
        for (String header : headers) {
            int equals = header.indexOf('=');
            if (equals < 1) {
                throw new ParameterException(command, "--header requires NAME=FILE: its value comes from a file");
            }
            read.add(new StaticHeader(header.substring(0, equals), line("--header", header.substring(equals + 1))));
        }
        return read;
    }

    private @Nullable OAuth2Client oauth2(CommandLine command) {
        OAuth2Client.Method method = OAuth2Client.Method.named(clientAuthentication);
        if (method == null) {
            throw new ParameterException(command, "--client-authentication must be " + OAuth2Client.Method.names());
        }
        if (tokenUrl == null
                && clientId == null
                && clientSecret == null
                && scope == null
                && method == OAuth2Client.Method.BASIC
                && tokenParameters.isEmpty()) {
            return null;
        }
        if (tokenUrl == null || clientId == null || clientSecret == null) {
            throw new ParameterException(
                    command, "--token-url, --client-id and --client-secret must be given" + " together");
        }
        return new OAuth2Client(
                tokenUrl, clientId, line("--client-secret", clientSecret), scope, method, tokenParameters);
    }

    private @Nullable ClientCertificate certificate(CommandLine command) {
        if (certificates == null && privateKey == null) {
            return null;
        }
        if (certificates == null || privateKey == null) {
            throw new ParameterException(command, "--certificates and --private-key must be given together");
        }
        return new ClientCertificate(text("--certificates", certificates), text("--private-key", privateKey));
    }

    /** The content without its final line break, which editors add. */
    private static String line(String option, String source) {
        String text = text(option, source);
        return text.endsWith("\r\n")
                ? text.substring(0, text.length() - 2)
                : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    private static String text(String option, String source) {
        try (InputStream in = source.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(source))) {
            byte[] bytes = in.readNBytes(LONGEST_FILE + 1);
            if (bytes.length > LONGEST_FILE) {
                throw new OperatorFault(option + ": " + source + " is longer than " + LONGEST_FILE + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new OperatorFault(option + ": can't read " + source + ": " + FaultWords.of(e), e);
        }
    }
}
