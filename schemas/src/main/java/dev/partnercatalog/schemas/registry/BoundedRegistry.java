package dev.partnercatalog.schemas.registry;

import com.microsoft.kiota.ApiException;
import com.microsoft.kiota.RequestInformation;
import dev.partnercatalog.schemas.fault.FaultWords;
import io.apicurio.registry.resolver.client.RegistryClientFacade;
import io.apicurio.registry.resolver.client.RegistryClientFacadeFactory;
import io.apicurio.registry.resolver.config.SchemaResolverConfig;
import io.apicurio.registry.rest.client.RegistryClient;
import io.apicurio.registry.rest.client.models.ProblemDetails;
import io.apicurio.registry.rest.client.models.RuleViolationProblemDetails;
import io.kiota.http.jdk.JDKRequestAdapter;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Apicurio's client of the registry (REST API v3) with a deadline for each call: by itself, it waits for ever for a registry
 * that hangs. Thread-safe.
 */
public final class BoundedRegistry {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final int MOST_CAUSES = 10;

    /** Made with the first call: many commands never call the registry, and this takes longer than most calls. */
    private final FutureTask<RegistryClient> client;

    private final Names names;
    private final Duration callTimeout;
    private final Duration patience;

    /** The registry and its credentials, as messages name them. */
    private record Names(String place, String credentials) {}

    /** @param patience how long to retry a call while the registry is unavailable */
    BoundedRegistry(RegistrySettings settings, Duration patience) {
        this(
                new FutureTask<>(() -> client(settings)),
                new Names("the registry at " + settings.url(), "--registry-authorization is"),
                CALL_TIMEOUT,
                patience);
    }

    private BoundedRegistry(FutureTask<RegistryClient> client, Names names, Duration callTimeout, Duration patience) {
        this.client = client;
        this.names = names;
        this.callTimeout = callTimeout;
        this.patience = patience;
    }

    BoundedRegistry withPatience(Duration other) {
        return new BoundedRegistry(client, names, callTimeout, other);
    }

    @SuppressWarnings("unchecked") // Inherited from the adapter.
    private static RegistryClient client(RegistrySettings settings) {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        JDKRequestAdapter calls = new JDKRequestAdapter(http) {
            @Override
            protected HttpRequest getRequestFromRequestInformation(RequestInformation request) {
                HttpRequest plain = super.getRequestFromRequestInformation(request);
                String authorization = settings.authorization();
                return authorization == null
                        ? plain
                        : HttpRequest.newBuilder(plain, (name, value) -> true)
                                .setHeader("Authorization", authorization)
                                .build();
            }
        };
        calls.setBaseUrl(settings.url().toString().replaceAll("(/apis/registry/v3)?/*$", "") + "/apis/registry/v3");
        return new RegistryClient(calls);
    }

    /**
     * A client by Apicurio's own settings, without retries. It connects with its first call.
     *
     * @param patience how long a call may take; then it throws {@link RegistryUnavailableException}
     */
    public static RegistryClientFacade connect(Map<String, Object> settings, Duration patience) {
        RegistryClientFacade unbounded = RegistryClientFacadeFactory.create(new SchemaResolverConfig(settings));
        BoundedRegistry registry = new BoundedRegistry(
                new FutureTask<>(() -> (RegistryClient) unbounded.getClient()),
                new Names("the registry", "the settings apicurio.registry.auth are"),
                patience,
                Duration.ZERO);
        return (RegistryClientFacade) Proxy.newProxyInstance(
                BoundedRegistry.class.getClassLoader(),
                new Class<?>[] {RegistryClientFacade.class},
                (proxy, method, arguments) -> {
                    Object answer = registry.ask(client -> method.invoke(unbounded, arguments));
                    if (method.getName().equals("searchVersionsByContent")
                            && List.of().equals(answer)) {
                        throw new RegistryUnavailableException("the registry doesn't have this library's version, and "
                                + SchemaResolverConfig.AUTO_REGISTER_ARTIFACT + "=false: have it registered");
                    }
                    return answer;
                });
    }

    /** A question to the registry. */
    interface Question<T> {

        T ask(RegistryClient client) throws Exception;
    }

    /**
     * Asks the registry, again and again while it is unavailable.
     *
     * @throws ApiException if the registry refuses the call for another reason than its credentials
     * @throws RegistryUnavailableException if there was no usable response in time
     */
    <T> T ask(Question<T> question) {
        long deadline = System.nanoTime() + patience.toNanos();
        Duration pause = FIRST_PAUSE;
        while (true) {
            FutureTask<T> answer = new FutureTask<>(() -> {
                client.run();
                return question.ask(client.get());
            });
            Thread caller = new Thread(answer, "registry-call");
            caller.setDaemon(true);
            caller.start();
            RegistryUnavailableException unavailable;
            try {
                return answer.get(callTimeout.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                unavailable = new RegistryUnavailableException(
                        names.place() + " didn't respond completely within " + callTimeout.toSeconds() + " s", e);
            } catch (ExecutionException e) {
                unavailable = unavailable(e);
            } catch (InterruptedException e) {
                throw interrupted(e);
            } finally {
                answer.cancel(true);
            }
            if (System.nanoTime() + pause.toNanos() > deadline) {
                throw unavailable;
            }
            try {
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }

    /** What a call failed of, if another one may succeed; otherwise, throws it. */
    private RegistryUnavailableException unavailable(ExecutionException fault) {
        RegistryUnavailableException own = find(RegistryUnavailableException.class, fault);
        if (own != null) {
            throw own;
        }
        ApiException refusal = find(ApiException.class, fault);
        int status = refusal == null ? 0 : refusal.getResponseStatusCode();
        if (refusal == null || status == 0) {
            return new RegistryUnavailableException(
                    names.place() + " can't be reached: " + FaultWords.of(origin(fault)), fault);
        }
        String returned = names.place() + " returned status " + status;
        if (status >= 500 || status == 429) {
            return new RegistryUnavailableException(returned, fault);
        }
        if (status == 401 || status == 403) {
            throw new RegistryUnavailableException(returned + ": " + names.credentials() + " missing or wrong", fault);
        }
        throw refusal;
    }

    private static RegistryUnavailableException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RegistryUnavailableException("interrupted while waiting for the registry", e);
    }

    private static Throwable origin(Throwable fault) {
        IOException network = find(IOException.class, fault);
        Throwable named = fault;
        for (Throwable link = fault; network == null && link != null; link = link.getCause()) {
            named = link;
        }
        return network == null ? named : network;
    }

    /** The first one of a kind among a fault and its causes. */
    private static <T extends Throwable> @Nullable T find(Class<T> kind, Throwable fault) {
        Throwable link = fault;
        while (link != null && !kind.isInstance(link)) {
            link = link.getCause();
        }
        return kind.cast(link);
    }

    /** What a refusal of a subject's schema means. */
    static RuntimeException refusal(ApiException refusal, String subject) {
        if (refusal instanceof RuleViolationProblemDetails violation && violation.getCauses() != null) {
            // Each is told once for each version and direction.
            List<String> causes = violation.getCauses().stream()
                    .map(found -> found.getDescription() + " at " + found.getContext())
                    .distinct()
                    .toList();
            String named = causes.stream().limit(MOST_CAUSES).collect(Collectors.joining("; "));
            return new IncompatibleSchemaException(
                    subject, causes.size() > MOST_CAUSES ? named + "; and others" : named);
        }
        // The status code of this refusal differs between server versions; its name doesn't.
        if (refusal instanceof ProblemDetails problem && "RuleViolationException".equals(problem.getName())) {
            return new IncompatibleSchemaException(subject, String.valueOf(problem.getDetail()));
        }
        return new RegistryUnavailableException(
                "the registry returned status " + refusal.getResponseStatusCode() + " for " + subject, refusal);
    }

    /** What the registry has to do with a fault of Apicurio's serializer; the fault itself if nothing. */
    public static RuntimeException cause(RuntimeException fault, String subject) {
        RegistryUnavailableException unavailable = find(RegistryUnavailableException.class, fault);
        if (unavailable != null) {
            return new RegistryUnavailableException(subject + ": " + unavailable.getMessage(), fault);
        }
        ApiException refusal = find(ApiException.class, fault);
        return refusal == null ? fault : refusal(refusal, subject);
    }
}
