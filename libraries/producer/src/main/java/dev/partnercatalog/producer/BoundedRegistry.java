package dev.partnercatalog.producer;

import com.microsoft.kiota.ApiException;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import io.apicurio.registry.resolver.client.RegistryArtifactReference;
import io.apicurio.registry.resolver.client.RegistryClientFacade;
import io.apicurio.registry.resolver.client.RegistryClientFacadeFactory;
import io.apicurio.registry.resolver.client.RegistryVersionCoordinates;
import io.apicurio.registry.resolver.config.SchemaResolverConfig;
import io.apicurio.registry.resolver.strategy.ArtifactReference;
import io.apicurio.registry.rest.client.models.RuleViolationProblemDetails;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Apicurio's client of the registry, with a deadline for each call and our words for each fault. By itself, it waits
 * for ever if the registry accepts a connection and doesn't respond. Thread-safe.
 */
final class BoundedRegistry implements RegistryClientFacade, AutoCloseable {

    /** Apicurio's client, and what holds its connections. */
    private record Client(Vertx connections, RegistryClientFacade calls) {}

    private final Map<String, Object> settings;
    private final Duration patience;
    private @Nullable Client client;

    /**
     * Creates the client; it connects with its first call.
     *
     * @param settings Apicurio's
     * @param patience the longest time for one call
     * @throws RuntimeException if a setting is wrong
     */
    BoundedRegistry(Map<String, Object> settings, Duration patience) {
        this.settings = settings;
        this.patience = patience;
        this.client = connect();
    }

    private Client connect() {
        Vertx connections =
                Vertx.vertx(new VertxOptions().setUseDaemonThread(true).setEventLoopPoolSize(1));
        Map<String, Object> all = new HashMap<>(settings);
        all.put(SchemaResolverConfig.VERTX_INSTANCE, connections);
        try {
            return new Client(connections, RegistryClientFacadeFactory.create(new SchemaResolverConfig(all)));
        } catch (RuntimeException e) {
            connections.close();
            throw e;
        }
    }

    private synchronized Client client() {
        if (client == null) {
            client = connect();
        }
        return client;
    }

    /** A call that hangs keeps its connection, on which later calls would have to wait. */
    private synchronized void abandon(Client hanging) {
        hanging.connections.close();
        if (hanging.equals(client)) {
            client = null;
        }
    }

    private <T> T bounded(String subject, Function<RegistryClientFacade, T> question) {
        Client asked = client();
        FutureTask<T> answer = new FutureTask<>(() -> question.apply(asked.calls));
        Thread caller = new Thread(answer, "registry-call");
        caller.setDaemon(true);
        caller.start();
        try {
            return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new RegistryUnavailableException(
                    "the registry didn't respond completely within " + patience.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryUnavailableException("interrupted while waiting for the registry", e);
        } catch (ExecutionException e) {
            throw inWords(subject, e);
        } finally {
            if (answer.cancel(true)) {
                abandon(asked);
            }
        }
    }

    private static RuntimeException inWords(String subject, ExecutionException fault) {
        Throwable named = fault;
        for (Throwable link = fault; link != null; link = link.getCause()) {
            if (!(named instanceof IOException)) {
                named = link;
            }
            if (link instanceof RuleViolationProblemDetails refusal) {
                return IncompatibleSchemaException.of(subject, causes(refusal), String.valueOf(refusal.getDetail()));
            }
            if (link instanceof ApiException refusal && refusal.getResponseStatusCode() != 0) {
                int status = refusal.getResponseStatusCode();
                return new RegistryUnavailableException(
                        "the registry returned status " + status
                                + (status == 401 || status == 403
                                        ? ": the settings apicurio.registry.auth are missing or wrong"
                                        : ""),
                        fault);
            }
        }
        return new RegistryUnavailableException("the registry can't be reached: " + FaultWords.of(named), fault);
    }

    private static List<String> causes(RuleViolationProblemDetails refusal) {
        return refusal.getCauses() == null
                ? List.of()
                : refusal.getCauses().stream()
                        .map(cause -> cause.getDescription() + " at " + cause.getContext())
                        .toList();
    }

    @Override
    public RegistryVersionCoordinates createSchema(
            String artifactType,
            String groupId,
            String artifactId,
            @Nullable String version,
            String ifExists,
            boolean canonical,
            String schema,
            Set<RegistryArtifactReference> references) {
        return bounded(
                artifactId,
                calls -> calls.createSchema(
                        artifactType, groupId, artifactId, version, ifExists, canonical, schema, references));
    }

    @Override
    public List<RegistryVersionCoordinates> searchVersionsByContent(
            String schema, String artifactType, ArtifactReference reference, boolean canonical) {
        String subject = reference.getArtifactId();
        List<RegistryVersionCoordinates> found =
                bounded(subject, calls -> calls.searchVersionsByContent(schema, artifactType, reference, canonical));
        if (found.isEmpty()) {
            throw new RegistryUnavailableException("the registry doesn't have this library's version of " + subject
                    + ", and " + SchemaResolverConfig.AUTO_REGISTER_ARTIFACT + "=false: have it registered");
        }
        return found;
    }

    @Override
    public String getSchemaByContentId(Long contentId) {
        return bounded("content id " + contentId, calls -> calls.getSchemaByContentId(contentId));
    }

    @Override
    public String getSchemaByGlobalId(long globalId, boolean dereferenced) {
        return bounded("global id " + globalId, calls -> calls.getSchemaByGlobalId(globalId, dereferenced));
    }

    @Override
    public String getSchemaByGAV(String groupId, String artifactId, String version) {
        return bounded(artifactId, calls -> calls.getSchemaByGAV(groupId, artifactId, version));
    }

    @Override
    public String getSchemaByContentHash(String hash) {
        return bounded("content hash " + hash, calls -> calls.getSchemaByContentHash(hash));
    }

    @Override
    public List<RegistryArtifactReference> getReferencesByContentId(long contentId) {
        return bounded("content id " + contentId, calls -> calls.getReferencesByContentId(contentId));
    }

    @Override
    public List<RegistryArtifactReference> getReferencesByGlobalId(long globalId) {
        return bounded("global id " + globalId, calls -> calls.getReferencesByGlobalId(globalId));
    }

    @Override
    public List<RegistryArtifactReference> getReferencesByGAV(String groupId, String artifactId, String version) {
        return bounded(artifactId, calls -> calls.getReferencesByGAV(groupId, artifactId, version));
    }

    @Override
    public List<RegistryArtifactReference> getReferencesByContentHash(String hash) {
        return bounded("content hash " + hash, calls -> calls.getReferencesByContentHash(hash));
    }

    @Override
    public RegistryVersionCoordinates getVersionCoordinatesByGAV(
            String groupId, String artifactId, @Nullable String version) {
        return bounded(artifactId, calls -> calls.getVersionCoordinatesByGAV(groupId, artifactId, version));
    }

    @Override
    public Object getClient() {
        return client().calls.getClient();
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.connections.close();
            client = null;
        }
    }
}
