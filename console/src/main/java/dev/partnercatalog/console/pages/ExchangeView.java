package dev.partnercatalog.console.pages;

import dev.partnercatalog.records.HttpHeader;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookExchange;
import dev.partnercatalog.runtime.html.Attribute;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Tag;
import java.util.List;
import java.util.stream.Collectors;

/** The request and the response of a delivery, folded. */
final class ExchangeView {

    private ExchangeView() {}

    static Html of(WebhookExchange exchange, WebhookAttempt attempt, boolean mayAct) {
        return Tag.DETAILS
                .styled("long")
                // So that the page's script knows it again once there are newer ones.
                .with(Attribute.ID, exchange.getWebhookId() + "-" + exchange.getAt())
                .of(
                        Tag.SUMMARY.of("Request and response"),
                        Tag.P.of("Request"),
                        Tag.PRE.of(text(exchange.getRequestHeaders(), exchange.getRequestBody())),
                        exchange.getHttpStatus() == null
                                ? Tag.P.of("No response")
                                : Html.of(
                                        Tag.P.of("Response, status " + exchange.getHttpStatus()),
                                        Tag.PRE.of(text(exchange.getResponseHeaders(), exchange.getResponseBody()))),
                        mayAct && attempt.getRecords() + attempt.getRemoved() > 0 ? repeat(exchange) : Html.nothing());
    }

    private static String text(List<HttpHeader> headers, String body) {
        return headers.stream()
                .map(header -> header.getName() + ": " + header.getValue() + "\n")
                .collect(Collectors.joining("", "", "\n" + body));
    }

    private static Html repeat(WebhookExchange exchange) {
        return exchange.getVariants().isEmpty()
                ? Tag.P.styled("quiet").of("It has too many records to send it again: resync a part instead.")
                : Tag.P.of(Tag.A.to(ResyncPages.place(exchange)).of("Send again"));
    }
}
