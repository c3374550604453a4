package dev.partnercatalog.webhook.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The operator's webhook. A test decides what it answers. */
final class OperatorDouble {

    /** The alerts that it accepted, without those that it already had. */
    final List<String> received = new ArrayList<>();

    final List<String> attempts = new ArrayList<>();

    /** What it was sent last under each id. */
    final Map<String, String> bodies = new HashMap<>();

    Outcome answer = Outcome.answered(204, null);
    Runnable onPost = () -> {};

    /** What it answers to alerts about some partners, whatever the usual answer. */
    final Map<String, Outcome> answers = new HashMap<>();

    Outcome post(Message message) {
        String body = new String(message.body(), StandardCharsets.UTF_8);
        Matcher found = Pattern.compile("\"type\":\"([^\"]+)\".*\"partnerId\":\"([^\"]+)\"")
                .matcher(body);
        assertThat(found.find()).isTrue();
        String alert = found.group(2) + " " + found.group(1);
        attempts.add(alert);
        onPost.run();
        Outcome outcome = answers.getOrDefault(found.group(2), answer);
        String before = bodies.put(message.id(), body);
        if (outcome.result() == Outcome.Result.ACCEPTED) {
            if (!received.contains(alert)) {
                received.add(alert);
            } else {
                assertThat(body).isEqualTo(before);
            }
        }
        return outcome;
    }
}
