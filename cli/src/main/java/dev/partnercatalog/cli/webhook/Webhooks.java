package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.OpenTopics.TopicReceiver;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.webhook.WebhookRequests;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The partners' webhooks as recorded in the topics, and the means to change them. What changes something waits until that
 * is done, returns the partner's configuration after it, and throws {@link OperatorFault} if there is no such partner, or
 * no answer arrives in time. Not thread-safe.
 */
public final class Webhooks {

    /** Another instance takes over from a killed one in less. */
    private static final Duration ANSWER_TIME = Duration.ofMinutes(1);

    /** No configuration has this revision. */
    private static final long UNKNOWN = -1;

    private final OpenTopics topics;

    /** @param topics closed by the caller */
    public Webhooks(OpenTopics topics) {
        this.topics = topics;
    }

    /** What the topics say at present of the wanted partners. */
    public PartnerTables status(Predicate<String> partner) {
        PartnerTables tables = new PartnerTables(topics, partner);
        tables.receivers().forEach(topics::read);
        return tables;
    }

    /** The status of a partner's webhook; throws {@link OperatorFault} if there is no such partner. */
    public WebhookStatus status(String partnerId) {
        return status(partnerId, status(partnerId::equals));
    }

    private static WebhookStatus status(String partnerId, PartnerTables tables) {
        return tables.all().stream()
                .findFirst()
                .orElseThrow(() -> noPartner(partnerId))
                .status();
    }

    /** The state after a resume, and whether the sink has acted on it; until it has, this is the state before. */
    public record Resumed(WebhookStatus status, boolean applied) {}

    /** Resumes a partner's webhook, also in the sink: a suspended endpoint is probed with a ping first. */
    public Resumed resume(String partnerId) {
        PartnerConfig config = change(partnerId, WebhookRequests::release);
        long deadline = System.nanoTime() + ANSWER_TIME.toNanos();
        PartnerTables now = status(partnerId::equals);
        while (!now.isResumed(config) && System.nanoTime() < deadline) {
            Brokers.pause();
            now = status(partnerId::equals);
        }
        return new Resumed(status(partnerId, now), now.isResumed(config));
    }

    /** Has a partner sent everything again, or a part, which must be its own; else this throws {@link OperatorFault}. */
    public PartnerConfig resync(String partnerId, @Nullable ResyncScope scope) {
        return changeFrom(partnerId, config -> {
            WebhookRequests.foreign(config.getPartner(), scope).ifPresent(foreign -> {
                throw new OperatorFault("nothing was changed of partner " + partnerId + ": CHANGE_NOT_ALLOWED, "
                        + foreign.field() + " " + foreign.problem());
            });
            return WebhookRequests.resync(config.getWebhookControl(), scope);
        });
    }

    /** A partner's configuration; throws {@link OperatorFault} if there is no such partner. */
    public PartnerConfig config(String partnerId) {
        PartnerConfig config =
                topics.read(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class).get(partnerId);
        return Optional.ofNullable(config).orElseThrow(() -> noPartner(partnerId));
    }

    /** Makes one of the {@link WebhookRequests}. */
    public PartnerConfig change(String partnerId, UnaryOperator<WebhookControl> change) {
        return changeFrom(partnerId, config -> change.apply(config.getWebhookControl()));
    }

    /**
     * Sends the partner registry a command, whose outcome is the partner's next configuration; once more, made from that
     * one, if another change came first.
     */
    private PartnerConfig changeFrom(String partnerId, Function<PartnerConfig, WebhookControl> change) {
        TopicTable<PartnerConfig> configs =
                topics.table(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, partnerId::equals);
        List<Optional<PartnerConfig>> written = new ArrayList<>();
        OpenTopics.Reading reading = topics.reading(CatalogTopic.PARTNER_CONFIGS, record -> {
            configs.accept(record);
            if (partnerId.equals(TopicReceiver.key(record))) {
                written.add(Optional.ofNullable(configs.get(partnerId)));
            }
        });
        reading.advance();
        if (!configs.holds(partnerId)) {
            throw noPartner(partnerId);
        }
        long deadline = System.nanoTime() + ANSWER_TIME.toNanos();
        while (true) {
            PartnerCommand command = command(partnerId, configs.get(partnerId), change);
            topics.put(CatalogTopic.PARTNER_COMMANDS, partnerId, command);
            written.clear();
            for (reading.advance(); written.isEmpty(); reading.advance()) {
                if (System.nanoTime() > deadline) {
                    throw new OperatorFault("no answer within " + ANSWER_TIME.toSeconds()
                            + " s: is './catalog streams-app' running? The command is kept and carried out once it is");
                }
                Brokers.pause();
            }
            for (Optional<PartnerConfig> after : written) {
                if (after.isPresent()
                        && command.getCommandId().equals(after.get().getCommandId())) {
                    return after.get();
                }
            }
            if (configs.get(partnerId) == null) {
                throw noPartner(partnerId);
            }
        }
    }

    /**
     * A command to make a change from a configuration. If that can't be read, one that changes nothing: the registry
     * answers a command that was made from another configuration with the one that it has.
     */
    private static PartnerCommand command(
            String partnerId, @Nullable PartnerConfig before, Function<PartnerConfig, WebhookControl> change) {
        return PartnerCommand.newBuilder()
                .setCommandId(UUID.randomUUID().toString())
                .setPartnerId(partnerId)
                .setMadeFrom(before == null ? UNKNOWN : before.getRevision())
                .setPartner(before == null ? null : before.getPartner())
                .setWebhookControl(before == null ? WebhookControl.newBuilder().build() : change.apply(before))
                .build();
    }

    static OperatorFault noPartner(String partnerId) {
        return new OperatorFault("there is no partner " + partnerId + ": see './catalog webhooks status'");
    }
}
