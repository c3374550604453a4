package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A message carries the headers that the documents for partners list, and no others of the service. */
class MessageHeadersDocumentTest {

    private static final Path DOCUMENTS =
            Path.of("..", "query-api", "src", "main", "resources", "dev", "partnercatalog", "query", "contract");

    /** Headers of HTTP itself. */
    private static final Set<String> OF_HTTP =
            Set.of("accept-encoding", "connection", "content-length", "content-type", "host");

    @Test
    void every_header_of_a_message_is_in_the_documents_and_every_header_in_the_documents_is_sent() throws Exception {
        try (PartnerServer server = new PartnerServer();
                AwaitedDelivery delivery = new AwaitedDelivery(setup -> {})) {
            server.answer(200);
            Endpoint endpoint = new Endpoint("p", server.url());
            delivery.use(endpoint);
            delivery.send(endpoint, MESSAGE);

            Set<String> sent = new TreeSet<>();
            server.taken().getHeaders().names().forEach(name -> sent.add(name.toLowerCase(Locale.ROOT)));
            sent.removeAll(OF_HTTP);
            assertThat(inAsyncApi()).isEqualTo(sent);
            assertThat(inOpenApi()).isEqualTo(sent);
            String guide = Files.readString(Path.of("..", "docs", "partners", "webhooks.md"))
                    .toLowerCase(Locale.ROOT);
            assertThat(sent).allSatisfy(header -> assertThat(guide).contains("`" + header + "`"));
        }
    }

    private static Set<String> inAsyncApi() throws IOException {
        String text = Files.readString(DOCUMENTS.resolve("asyncapi.yaml"));
        return names(text.substring(text.indexOf("\n    WebhookHeaders:")), "(?m)^ {8}([A-Za-z-]+):$");
    }

    private static Set<String> inOpenApi() throws IOException {
        String text = Files.readString(DOCUMENTS.resolve("openapi.yaml"));
        int callback = text.indexOf("operationId: receiveWebhook");
        return names(text.substring(callback, text.indexOf("requestBody:", callback)), "(?m)^ +- name: ([A-Za-z-]+)$");
    }

    private static Set<String> names(String text, String pattern) {
        Set<String> names = new TreeSet<>();
        Pattern.compile(pattern)
                .matcher(text)
                .results()
                .forEach(found -> names.add(found.group(1).toLowerCase(Locale.ROOT)));
        return names;
    }
}
