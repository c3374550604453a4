package dev.partnercatalog.cli.backup;

import dev.partnercatalog.cli.backup.BackupFile.Entry;
import dev.partnercatalog.cli.backup.BackupFile.Kind;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.SavedPartner;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.webhook.WebhookRequests;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.partner.SavedPartners;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog restore}. The partner registry of {@code streams-app} alone writes partners: it is sent them. */
@Command(
        name = "restore",
        description = {
            "Restore partners, clients and signing keys from a backup.",
            "streams-app must be running: it writes the partners. The whole file is checked before anything is written."
                    + " What is there in another form than in the backup stays, is named, and makes the exit status 1;"
                    + " the command can be repeated."
        })
public final class RestoreCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Map<Kind, Integer> restored = new EnumMap<>(Kind.class);
    private final List<String> different = new ArrayList<>();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "The backup.")
    private Path file = Path.of("");

    @Option(names = "--replace", description = "Replace what is there in another form than in the backup.")
    private boolean replace;

    @Mixin
    private MasterKeyOption secrets = new MasterKeyOption();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Override
    public Integer call() {
        MasterKey masterKey = secrets.read();
        List<Entry> entries = BackupFile.read(file, masterKey);
        Brokers brokers = connection.brokers();
        brokers.require(Kind.PARTNER.topic());
        brokers.masterKey().establish(masterKey);
        try (OpenTopics topics = connection.open()) {
            write(topics, entries, Kind.SIGNING_KEY);
            write(topics, entries, Kind.CLIENT);
            restore(topics, entries);
        }
        CommandOutput.logChange("restore", file + ": restored " + restored + ", left as they are " + different);
        PrintWriter out = spec.commandLine().getOut();
        for (Kind kind : Kind.values()) {
            out.println(kind.plural() + " as in the backup: " + restored.getOrDefault(kind, 0));
        }
        PrintWriter err = spec.commandLine().getErr();
        different.forEach(name -> err.println("catalog: other than in the backup, " + name));
        if (!different.isEmpty()) {
            err.println("catalog: these are left as they are; --replace replaces them");
        }
        return different.isEmpty() ? 0 : 1;
    }

    private void write(OpenTopics topics, List<Entry> entries, Kind kind) {
        TopicTable<?> there = kind.read(topics);
        for (Entry entry : entries) {
            if (entry.kind() != kind) {
                continue;
            }
            SpecificRecord now = there.get(entry.id());
            if (!entry.record().equals(now)) {
                if (there.holds(entry.id()) && !replace) {
                    different(entry);
                    continue;
                }
                topics.put(kind.topic(), entry.id(), entry.record());
            }
            restored.merge(kind, 1, Integer::sum);
        }
    }

    private void different(Entry entry) {
        different.add(entry.kind().plural() + ": " + entry.id());
    }

    /** Sends what the registry doesn't keep yet, and waits until it does, or somebody else has changed it. */
    private void restore(OpenTopics topics, List<Entry> entries) {
        RecordedPartners recorded = new RecordedPartners(topics);
        recorded.read();
        Map<String, Entry> waiting = new LinkedHashMap<>();
        entries.stream()
                .filter(entry -> entry.kind() == Kind.PARTNER && !isSettled(entry, recorded, topics))
                .forEach(entry -> waiting.put(entry.id(), entry));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!waiting.isEmpty()) {
            Brokers.pause();
            Set<String> written = recorded.read();
            if (waiting.values().removeIf(entry -> written.contains(entry.id()) && isSettled(entry, recorded, topics))
                    || written.stream().anyMatch(waiting::containsKey)) {
                deadline = System.nanoTime() + PATIENCE.toNanos();
            } else if (System.nanoTime() > deadline) {
                throw new OperatorFault("no answer within " + PATIENCE.toSeconds()
                        + " s: is './catalog streams-app' running? Once it is, run the command again");
            }
        }
    }

    /** Whether nothing is left to do for a partner; sends the command for it otherwise. */
    private boolean isSettled(Entry entry, RecordedPartners recorded, OpenTopics topics) {
        SavedPartner now = recorded.partners().of(entry.id());
        SavedPartner saved = (SavedPartner) entry.record();
        WebhookControl control = WebhookRequests.adopt(now.getWebhookControl(), saved.getWebhookControl());
        boolean isUnknown = now.getPartner() == null
                && now.getWebhookControl().equals(WebhookControl.newBuilder().build());
        if (control.equals(now.getWebhookControl()) && Objects.equals(saved.getPartner(), now.getPartner())) {
            restored.merge(Kind.PARTNER, 1, Integer::sum);
            return true;
        }
        if (!isUnknown && !replace) {
            different(entry);
            return true;
        }
        PartnerCommand command = PartnerCommand.newBuilder()
                .setCommandId(UUID.randomUUID().toString())
                .setPartnerId(entry.id())
                .setMadeFrom(now.getRevision())
                .setPartner(saved.getPartner())
                .setWebhookControl(control)
                .setLaterThan(saved.getRevision())
                .build();
        topics.put(entry.kind().topic(), entry.id(), command);
        return false;
    }

    /** What the partner registry keeps, followed in the log of its store. For use by one thread. */
    static final class RecordedPartners {

        private final SavedPartners partners = new SavedPartners();
        private final Set<String> written = new HashSet<>();
        private final OpenTopics.Reading reading;

        /** The log doesn't exist before a registry has run. */
        RecordedPartners(OpenTopics topics) {
            reading = topics.reading(StreamsApp.partnersTopic(topics.kafka()), record -> {
                String key = new String(record.key(), StandardCharsets.UTF_8);
                partners.accept(key, record.value());
                written.add(key.substring(key.indexOf('/') + 1));
            });
        }

        /** As of the last {@link #read}. */
        SavedPartners partners() {
            return partners;
        }

        /** Reads on to the present end; returns the ids of the partners of which something was written. */
        Set<String> read() {
            written.clear();
            reading.advance();
            return Set.copyOf(written);
        }
    }
}
