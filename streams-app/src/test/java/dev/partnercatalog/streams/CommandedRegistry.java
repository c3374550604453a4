package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.Violation;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.TestOutputTopic;
import org.jspecify.annotations.Nullable;

/** The registry of partners, to which partner p sends commands while the operator publishes and deletes it. */
final class CommandedRegistry implements AutoCloseable {

    private final TopologyHarness catalog = new TopologyHarness();
    private final TestOutputTopic<String, PartnerConfig> configs =
            catalog.output(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class);
    private final TestOutputTopic<String, PartnerCommandResult> results =
            catalog.output(CatalogTopic.PARTNER_COMMAND_RESULTS, PartnerCommandResult.class);
    private int sent;

    TopologyHarness catalog() {
        return catalog;
    }

    TestOutputTopic<String, PartnerConfig> configs() {
        return configs;
    }

    PartnerConfig publish(Partner partner) {
        catalog.publish(CatalogTopic.PARTNERS, "p", partner);
        return configs.readValue();
    }

    void delete() {
        catalog.publish(CatalogTopic.PARTNERS, "p", null);
        assertThat(configs.readRecord().value()).isNull();
    }

    PartnerCommandResult send(SpecificRecord change) {
        return send(command(change));
    }

    PartnerCommandResult send(WebhookAction action) {
        return send(new ControlWebhook(action, null));
    }

    PartnerCommandResult send(SpecificRecord change, List<Long> ifMatch) {
        PartnerCommand command = command(change);
        command.setIfMatch(ifMatch);
        return send(command);
    }

    PartnerCommandResult send(PartnerCommand command) {
        catalog.publish(CatalogTopic.PARTNER_COMMANDS, "p", command);
        PartnerCommandResult result = results.readValue();
        assertThat(result.getCommandId()).isEqualTo(command.getCommandId());
        assertThat(results.isEmpty()).isTrue();
        return result;
    }

    PartnerCommand command(SpecificRecord change) {
        return PartnerCommand.newBuilder()
                .setCommandId("c" + ++sent)
                .setPartnerId("p")
                .setChange(change)
                .build();
    }

    static PartnerConfig config(PartnerCommandResult result) {
        return Objects.requireNonNull(result.getConfig());
    }

    static WebhookControl control(PartnerCommandResult result) {
        return config(result).getWebhookControl();
    }

    static @Nullable RefusalCode code(PartnerCommandResult result) {
        return result.getRefusal() == null ? null : result.getRefusal().getCode();
    }

    /** The fields for which a change was refused. */
    static List<String> refused(PartnerCommandResult result) {
        if (result.getRefusal() == null) {
            return List.of();
        }
        assertThat(code(result)).isEqualTo(RefusalCode.CHANGE_NOT_ALLOWED);
        return result.getRefusal().getViolations().stream()
                .map(Violation::getField)
                .toList();
    }

    @Override
    public void close() {
        catalog.close();
    }
}
