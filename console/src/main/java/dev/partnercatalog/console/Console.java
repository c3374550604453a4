package dev.partnercatalog.console;

import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.access.AccessToken;
import dev.partnercatalog.console.access.SignInAttempts;
import dev.partnercatalog.console.live.Observation;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.server.Assets;
import dev.partnercatalog.console.server.CompletenessPages;
import dev.partnercatalog.console.server.ConsoleServer;
import dev.partnercatalog.console.server.DeadLetterPages;
import dev.partnercatalog.console.server.ExplainPages;
import dev.partnercatalog.console.server.OverviewPages;
import dev.partnercatalog.console.server.PartnerPages;
import dev.partnercatalog.console.server.PreviewPages;
import dev.partnercatalog.console.server.ReadPermits;
import dev.partnercatalog.console.server.ResyncPages;
import dev.partnercatalog.console.server.SessionPages;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import io.github.bucket4j.TimeMeter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.KafkaException;

/** A console that serves from its start until it is closed. Thread-safe. */
public final class Console implements AutoCloseable {

    /** For the registry, whom a person waits for. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Questions and commands of all visitors that take little memory. */
    private static final int SMALL_AT_ONCE = 3;

    /** Those that may take 150 MB each. */
    private static final int LARGE_AT_ONCE = 2;

    private final PartnerTables partners;
    private final Observation observation;
    private final ConsoleServer server;

    private Console(PartnerTables partners, Observation observation, ConsoleServer server) {
        this.partners = partners;
        this.observation = observation;
        this.server = server;
    }

    /**
     * Starts to serve. Brokers and a registry that are away don't keep it from that; the pages tell.
     *
     * @throws IllegalArgumentException where the settings would let in whom they must not, the token's file is unfit,
     *     or a trusted proxy is no address
     * @throws BrokerUnavailableException where the brokers' addresses or the properties of clients are wrong
     * @throws UncheckedIOException where the port can't be had; the message names it
     */
    public static Console start(ConsoleSettings settings) {
        Clock clock = Clock.systemUTC();
        AccessToken token = settings.tokenFile() == null ? null : AccessToken.load(settings.tokenFile());
        AccessPolicy policy = new AccessPolicy(settings.host(), token, settings.openReading(), clock);
        RemoteAddresses addresses = new RemoteAddresses(settings.trustedProxies());
        Brokers brokers = new Brokers(settings.kafka());
        SchemaRegistry registry = new SchemaRegistry(settings.registry(), PATIENCE);
        PartnerTables partners =
                PartnerTables.start(brokers, registry, settings.kafka().topics().prefix());
        Observation observation;
        try {
            observation = Observation.start(settings.kafka(), partners, clock);
        } catch (KafkaException e) {
            partners.close();
            throw new BrokerUnavailableException("the Kafka brokers can't be used: " + e.getMessage(), e);
        }
        Webhooks webhooks = new Webhooks(
                settings.kafka().topics().prefix(),
                registry,
                brokers::partitionsOf,
                brokers::consumer,
                brokers::producer);
        ReadPermits small = new ReadPermits(observation::outage, SMALL_AT_ONCE);
        ReadPermits large = new ReadPermits(observation::outage, LARGE_AT_ONCE);
        try {
            ConsoleServer server = ConsoleServer.start(
                    settings.host(),
                    settings.port(),
                    policy,
                    observation::outage,
                    List.of(
                            new Assets(),
                            new SessionPages(new SignInAttempts(policy, TimeMeter.SYSTEM_NANOTIME), addresses),
                            new OverviewPages(observation, partners),
                            new PartnerPages(partners, observation, webhooks, small),
                            new ResyncPages(settings.kafka(), registry, partners, webhooks, large, small),
                            new DeadLetterPages(settings.kafka(), brokers, registry, small),
                            new ExplainPages(settings.kafka(), registry, small),
                            new PreviewPages(settings.kafka(), registry, large),
                            new CompletenessPages(settings.kafka(), registry, large)));
            return new Console(partners, observation, server);
        } catch (RuntimeException e) {
            observation.close();
            partners.close();
            throw e;
        }
    }

    /** {@code http://host:port} */
    public URI address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
        observation.close();
        partners.close();
    }
}
