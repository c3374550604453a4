package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.recorded.PartnerViews;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.webhooks.CopyTables;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.CopyReport;
import dev.partnercatalog.webhook.HeldCopies;
import dev.partnercatalog.webhook.state.UnknownFormatException;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog webhooks verify}. */
@Command(
        name = "verify",
        description = {
            "Compare what a partner has, according to webhook-sink, with what it should have.",
            "Reads the catalog's topics from the beginning, so it also finds what webhook-sink has missed. No"
                    + " application needs to be running."
        },
        footer = {
            "",
            "Exit status: 0 the partner has everything that it should have, 1 it doesn't or a fault, 2"
                    + " wrong usage."
        })
final class WebhooksVerifyCommand implements Callable<Integer> {

    private static final int DIFFERENT = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "PARTNER", description = "Id, as shown by 'webhooks status'.")
    private String partnerId = "";

    @Option(names = "--company", paramLabel = "ID", description = "Only this company.")
    private @Nullable Long companyId;

    @Option(
            names = "--location",
            paramLabel = "ID",
            description = "Only this location of the company; the company's id for company scope.")
    private @Nullable Long locationId;

    @Mixin
    private ReportOutput output = new ReportOutput();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Override
    public Integer call() {
        require(Ids.isName(partnerId), "PARTNER isn't a partner's id");
        require(companyId != null || locationId == null, "--location requires --company");
        require(companyId == null || Ids.isNumber(companyId), "--company isn't a company's id");
        require(locationId == null || Ids.isNumber(locationId), "--location isn't a location's id");
        CopyReport report = verify(connection.kafka(), connection.registry());
        output.print(CopyTables.of(report));
        return report.isRight() ? 0 : DIFFERENT;
    }

    private CopyReport verify(KafkaSettings kafka, SchemaRegistry registry) {
        Brokers brokers = new Brokers(kafka);
        int partitions = brokers.partitionsOf(CatalogTopic.COMPANY_VARIANTS);
        brokers.partitionsOf(HeldCopies.changelog(kafka)); // Fails with a reason if webhook-sink has never run.
        try (RecordedCatalog catalog = RecordedCatalog.connect(kafka, registry);
                Consumer<byte[], byte[]> consumer = brokers.bytesConsumer()) {
            ConfigurationTables configurations = catalog.configurations(partnerId);
            if (configurations.partner(partnerId) == null) {
                throw new OperatorFault("there is no partner " + partnerId + ": see './catalog webhooks status'");
            }
            CopyReport report = new HeldCopies(kafka, registry, partitions, topic -> new LogReader(consumer, topic))
                    .verify(configurations, partnerId, companyId, locationId);
            if (report == null) {
                throw new OperatorFault("the webhook of partner " + partnerId
                        + " is disabled, so nothing is sent to it and there is nothing to compare");
            }
            requireAnything(report, configurations);
            return report;
        } catch (UnknownFormatException e) {
            throw new OperatorFault(e.getMessage() + ": use the version that webhook-sink runs", e);
        }
    }

    /** What the partner still has of a company that it may no longer see is found, and to be removed. */
    private void requireAnything(CopyReport report, ConfigurationTables configurations) {
        if (companyId == null || !report.counts().isEmpty()) {
            return;
        }
        PartnerViews.Access access = new PartnerViews(configurations)
                .access(partnerId, Scope.of(companyId, locationId == null ? companyId : locationId));
        if (access.company() == null || (locationId != null && access.refusal() != null)) {
            throw new OperatorFault(
                    "partner " + partnerId + " gets nothing there, and has nothing: " + access.refusal());
        }
    }

    private void require(boolean condition, String problem) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), problem);
        }
    }
}
