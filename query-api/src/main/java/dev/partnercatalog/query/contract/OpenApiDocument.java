package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.partnercatalog.query.page.Guides.ServiceAddresses;
import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The OpenAPI document, with the addresses of the publishing service and the values it accepts. Immutable. */
public final class OpenApiDocument {

    private static final String RESOURCE = "openapi.yaml";

    /** The text in the file for what a service's operator may change; each occurs once. */
    private static final String PROVIDERS = "[cova, greenline]";

    private static final String ORIGIN = "[Hh][Tt][Tt][Pp][Ss]" + AcceptedValues.HOST + "(:(0{0,2}443|0{0,1}8443))?";

    private final String yaml;
    private final JsonNode tree;

    /** The document for one service, whose addresses have no slash at their ends. */
    public OpenApiDocument(URI api, URI issuer, AcceptedValues accepted) {
        yaml = new ServiceAddresses(api, issuer)
                .in(ResourceFile.text(OpenApiDocument.class, RESOURCE))
                .replace(PROVIDERS, accepted.providerList())
                .replace(ORIGIN, accepted.origin());
        tree = parsed(yaml);
    }

    /** The content of a file that comes with the program. */
    static JsonNode parsed(String yaml) {
        try {
            return new YAMLMapper().readTree(yaml);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a file of the program is not YAML", e);
        }
    }

    private OpenApiDocument(JsonNode tree) {
        this.tree = tree;
        try {
            yaml = new YAMLMapper().writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("can't write what was read", e);
        }
    }

    /** The same document for a service whose tokens come from another issuer: it has no token endpoint (D17). */
    OpenApiDocument withoutTokenEndpoint() {
        ObjectNode copy = tree.deepCopy();
        ObjectNode paths = copy.withObject("/paths");
        paths.properties().removeIf(path -> path.getValue().has("servers"));
        copy.withObject("/components/securitySchemes").remove(List.of("oauth2", "client"));
        copy.withArray("/security").removeIf(scheme -> scheme.has("oauth2"));
        copy.withArray("/tags").removeIf(tag -> tag.path("name").asText().equals("Token"));
        return new OpenApiDocument(copy);
    }

    public byte[] yaml() {
        return yaml.getBytes(StandardCharsets.UTF_8);
    }

    public byte[] json() {
        return JsonOutput.of(tree);
    }

    /** The document's tree; must not be changed. */
    JsonNode tree() {
        return tree;
    }

    /** The providers of shared customers and the addresses of webhooks that a service accepts and its document lists. */
    public record AcceptedValues(Set<String> providers, WebhookAddresses webhooks) {

        private static final int LONGEST_PORT = 5;
        private static final int HTTPS_PORT = 443;
        private static final int HTTP_PORT = 80;

        /** Beyond ASCII, more than the hosts of international names, which no pattern can describe. */
        static final String HOST = "://(([A-Za-z0-9._-]|"
                + "[^\\x00-\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000])+|\\[[0-9A-Fa-f:.]+\\])";

        /** From 1 to 65535, with at most five digits. */
        private static final String ANY_PORT = "(0{0,4}[1-9]|0{0,3}[1-9][0-9]|0{0,2}[1-9][0-9]{2}|0{0,1}[1-9][0-9]{3}"
                + "|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])";

        public AcceptedValues {
            providers = Collections.unmodifiableSortedSet(new TreeSet<>(providers));
        }

        /** The providers as a list in JSON, which is YAML too. */
        String providerList() {
            return new String(JsonOutput.of(providers), StandardCharsets.UTF_8);
        }

        /** The beginning of a webhook's URL, up to its path, as a pattern. */
        String origin() {
            String https = origin("[Ss]", HTTPS_PORT);
            return webhooks.allowsPrivate() ? "(" + https + "|" + origin("", HTTP_PORT) + ")" : https;
        }

        /** @param usual the port of a URL without one */
        private String origin(String secure, int usual) {
            String ports = webhooks.ports().isEmpty()
                    ? ANY_PORT
                    : webhooks.ports().stream().map(AcceptedValues::port).collect(Collectors.joining("|", "(", ")"));
            return "[Hh][Tt][Tt][Pp]" + secure + HOST + "(:" + ports + ")" + (webhooks.allowsPort(usual) ? "?" : "");
        }

        private static String port(int port) {
            String digits = Integer.toString(port);
            return "0{0," + (LONGEST_PORT - digits.length()) + "}" + digits;
        }
    }
}
