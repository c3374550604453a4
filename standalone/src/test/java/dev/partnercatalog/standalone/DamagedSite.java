package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.RowStore;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A site whose applications are stopped, their local stores damaged, and started again. */
final class DamagedSite implements AutoCloseable {

    private static final List<String> APPLICATIONS = List.of("streams-app", "webhook-sink", "query-api");

    /** What happens to the files of a store. */
    enum Damage {
        GARBAGE {
            @Override
            void doTo(Path file) throws IOException {
                byte[] garbage = new byte[(int) Files.size(file)];
                new Random(7).nextBytes(garbage);
                Files.write(file, garbage);
            }
        },
        CUT {
            @Override
            void doTo(Path file) throws IOException {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(channel.size() / 2);
                }
            }
        },
        GONE {
            @Override
            void doTo(Path file) throws IOException {
                Files.delete(file);
            }
        };

        abstract void doTo(Path file) throws IOException;
    }

    private final Site site;
    private final KafkaSettings kafka;
    private final LinesAbout log;
    private final Map<String, Closeable> running = new HashMap<>();
    private @Nullable CatalogAddresses addresses;

    private DamagedSite(Site site, LinesAbout log) {
        this.site = site;
        this.log = log;
        kafka = site.kafka("damaged.", 2);
    }

    static DamagedSite at(CatalogAddresses catalog, Path folder) throws IOException {
        LinesAbout log = new LinesAbout(folder.toString());
        DamagedSite site = new DamagedSite(Site.at(catalog, folder), log);
        logsOfStores().forEach(logger -> logger.addAppender(log));
        return site;
    }

    private static Stream<Logger> logsOfStores() {
        return Stream.of(
                LinesAbout.logger("dev.partnercatalog.runtime.StoreRecovery"), LinesAbout.logger(RowStore.class));
    }

    void startAll() {
        APPLICATIONS.forEach(this::start);
    }

    private void start(String application) {
        running.put(
                application,
                switch (application) {
                    case "streams-app" -> site.startResolver(kafka)::close;
                    case "webhook-sink" -> site.startSink(kafka)::close;
                    default -> {
                        QueryApi api = site.startApi(kafka);
                        addresses = site.addresses(kafka, api);
                        yield api::close;
                    }
                });
    }

    private void stop(String application) throws IOException {
        Closeable started = running.remove(application);
        if (started != null) {
            started.close();
        }
    }

    /** Where the query API is. */
    CatalogAddresses addresses() {
        return Objects.requireNonNull(addresses);
    }

    Path state(String application) {
        return site.state(kafka, application);
    }

    /**
     * Stops one application after the other, damages all its stores in turn, and starts it again. Each reports what it
     * found.
     */
    void damageAll(List<Damage> damages, String files) throws IOException {
        for (String application : APPLICATIONS) {
            stop(application);
            damage(application, damages, files);
            start(application);
            awaitReport(application);
        }
    }

    /** What is done to the folder of an application that is stopped. */
    @FunctionalInterface
    interface Change<T> {
        T in(Path state) throws IOException;
    }

    /** Stops an application, changes its folder, and starts it again. */
    <T> T restart(String application, Change<T> change) throws IOException {
        stop(application);
        T changed = change.in(state(application));
        start(application);
        return changed;
    }

    /** Stops an application, starts it again, and damages its stores while it runs. */
    void damageRunning(String application, Damage damage, String files) throws IOException {
        stop(application);
        start(application);
        damage(application, List.of(damage), files);
    }

    /** An application has said which stores it makes anew. */
    void awaitReport(String application) {
        await().untilAsserted(() -> assertThat(List.copyOf(log.list).stream().map(ILoggingEvent::getFormattedMessage))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line)
                        .containsIgnoringCase("the local store " + state(application))
                        .contains("discarding it and rebuilding it from Kafka")));
    }

    private void damage(String application, List<Damage> damages, String ending) throws IOException {
        log.list.clear();
        List<Path> files;
        try (Stream<Path> all = Files.walk(state(application))) {
            files = all.filter(file -> file.toString().matches(".*(_|/global/).*")
                            && file.toString().endsWith(ending))
                    .filter(Files::isRegularFile)
                    .toList();
        }
        assertThat(files).as(application + " has stores on the disk").isNotEmpty();
        for (int i = 0; i < files.size(); i++) {
            damages.get(i % damages.size()).doTo(files.get(i));
        }
    }

    @Override
    public void close() throws IOException {
        logsOfStores().forEach(logger -> logger.detachAppender(log));
        try (site) {
            for (String application : List.of("query-api", "webhook-sink", "streams-app")) {
                stop(application);
            }
        }
    }
}
