package dev.partnercatalog.console;

import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.access.AccessToken;
import dev.partnercatalog.console.access.ConsoleAudit;
import dev.partnercatalog.console.access.Operators;
import dev.partnercatalog.console.access.Sessions;
import dev.partnercatalog.console.access.SignInAttempts;
import dev.partnercatalog.console.live.DeadLetterCounts;
import dev.partnercatalog.console.live.Observation;
import dev.partnercatalog.console.live.OperatorTable;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.live.SignOutLog;
import dev.partnercatalog.console.manual.Manual;
import dev.partnercatalog.console.pages.Assets;
import dev.partnercatalog.console.pages.AuditPages;
import dev.partnercatalog.console.pages.CompletenessPages;
import dev.partnercatalog.console.pages.ConsoleServer;
import dev.partnercatalog.console.pages.DeadLetterPages;
import dev.partnercatalog.console.pages.ExplainPages;
import dev.partnercatalog.console.pages.ManualPages;
import dev.partnercatalog.console.pages.NewPartnerPages;
import dev.partnercatalog.console.pages.OperationForms;
import dev.partnercatalog.console.pages.OperationPages;
import dev.partnercatalog.console.pages.OverviewPages;
import dev.partnercatalog.console.pages.Pages;
import dev.partnercatalog.console.pages.PartnerPages;
import dev.partnercatalog.console.pages.PreviewPages;
import dev.partnercatalog.console.pages.ReadPermits;
import dev.partnercatalog.console.pages.ResyncPages;
import dev.partnercatalog.console.pages.SessionPages;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.operations.audit.Audit;
import dev.partnercatalog.operations.audit.AuditLog;
import dev.partnercatalog.operations.audit.KafkaAuditTrail;
import dev.partnercatalog.operations.operation.Means;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import io.github.bucket4j.TimeMeter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;

/** A console that serves requests from its start until it is closed. Thread-safe. */
public final class Console implements AutoCloseable {

    /** How long to wait for the registry, because a person is waiting. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** The most requests and commands, of all visitors together, that need little memory. */
    private static final int SMALL_AT_ONCE = 3;

    /** The most requests that may need 150 MB each. */
    private static final int LARGE_AT_ONCE = 2;

    /** The most dead letters that are changed at once, since a person is waiting. */
    private static final int MOST_LETTERS = 5_000;

    private final ConsoleServer server;
    private final Observation observation;
    private final List<Runnable> closings;

    /** @param closings close what the server and the observation use */
    private Console(ConsoleServer server, Observation observation, List<Runnable> closings) {
        this.server = server;
        this.observation = observation;
        this.closings = closings;
    }

    /**
     * Starts serving. It also starts if the brokers or the registry are unavailable; the pages then say so.
     *
     * @throws IllegalArgumentException if the settings would let in unauthorized visitors, the token's file is unfit,
     *     or a trusted proxy is not an address
     * @throws BrokerUnavailableException if the brokers' addresses or the clients' properties are wrong
     * @throws UncheckedIOException if the port can't be used; the message names it
     */
    public static Console start(ConsoleSettings settings) {
        Clock clock = Clock.systemUTC();
        AccessToken token = settings.tokenFile() == null ? null : AccessToken.load(settings.tokenFile());
        RemoteAddresses addresses = new RemoteAddresses(settings.trustedProxies());
        Brokers brokers = new Brokers(settings.kafka());
        SchemaRegistry registry = new SchemaRegistry(settings.registry(), PATIENCE);
        String prefix = settings.kafka().topics().prefix();
        OperatorTable operators = OperatorTable.start(brokers, registry, prefix);
        SignOutLog signOuts = SignOutLog.start(brokers, prefix, clock);
        PartnerTables partners = PartnerTables.start(brokers, registry, prefix);
        ConsoleAudit audit = new ConsoleAudit(new Audit(new KafkaAuditTrail(settings.kafka(), registry), clock));
        DeadLetterCounts letters = DeadLetterCounts.start(brokers);
        List<Runnable> closings =
                List.of(partners::close, operators::close, signOuts::close, audit::close, letters::close);
        Observation observation;
        try {
            observation = Observation.start(settings.kafka(), partners, clock);
        } catch (KafkaException e) {
            close(closings);
            throw new BrokerUnavailableException("the Kafka brokers can't be used: " + FaultWords.of(e), e);
        }
        try {
            Operators identities = new Operators(operators::all, operators::fault);
            Sessions sessions =
                    token == null ? null : new Sessions(token, settings.tokenSignsIn(), identities, signOuts, clock);
            AccessPolicy policy = new AccessPolicy(settings.host(), sessions, settings.openReading(), identities);
            List<Pages> pages =
                    new ArrayList<>(pages(settings.kafka(), brokers, registry, partners, observation, letters));
            pages.add(new SessionPages(new SignInAttempts(policy, TimeMeter.SYSTEM_NANOTIME), addresses, audit));
            ConsoleServer server = ConsoleServer.start(
                    settings.host(), settings.port(), policy, audit, addresses, observation::outage, pages);
            return new Console(server, observation, closings);
        } catch (RuntimeException e) {
            observation.close();
            close(closings);
            throw e;
        }
    }

    /** Everything except signing in. */
    static List<Pages> pages(
            KafkaSettings kafka,
            Brokers brokers,
            SchemaRegistry registry,
            PartnerTables partners,
            Observation observation,
            DeadLetterCounts counts) {
        ReadPermits small = new ReadPermits(observation::outage, SMALL_AT_ONCE);
        Means means = new Means(kafka, registry, () -> null, MOST_LETTERS);
        OperationForms forms = new OperationForms(means, small);
        Clock clock = Clock.systemUTC();
        ReadPermits large = new ReadPermits(observation::outage, LARGE_AT_ONCE);
        return List.of(
                new Assets(),
                new ManualPages(Manual.load()),
                new OverviewPages(observation, partners, counts),
                new PartnerPages(partners, observation),
                new OperationPages(forms, partners),
                new NewPartnerPages(kafka, registry, partners, small),
                new ResyncPages(kafka, registry, partners, means.webhooks(), large, small),
                new DeadLetterPages(means.letters(), forms, counts, registry, small, clock),
                new ExplainPages(kafka, registry, partners, small),
                new PreviewPages(kafka, registry, large),
                new CompletenessPages(kafka, registry, large, clock),
                new AuditPages(new AuditLog(kafka, registry), small));
    }

    /** Closes them in parallel, since each waits for its threads. */
    private static void close(List<Runnable> closings) {
        closings.parallelStream().forEach(Runnable::run);
    }

    /** {@code http://host:port} */
    public URI address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
        observation.close();
        close(closings);
    }
}
