package dev.partnercatalog.schemas.registry;

import com.microsoft.kiota.ApiException;
import com.microsoft.kiota.RequestInformation;
import dev.partnercatalog.schemas.fault.FaultWords;
import io.apicurio.registry.resolver.client.RegistryClientFacade;
import io.apicurio.registry.resolver.client.RegistryClientFacadeFactory;
import io.apicurio.registry.resolver.client.RegistryClientFacadeImpl;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Apicurio's client of the registry (REST API v3) with a deadline for each call: by itself, it waits for ever for a registry
 * that hangs. Thread-safe.
 */
public final class BoundedRegistry {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final Connection connection;
    private final Duration patience;

    /** Made with the first call: many commands never call the registry, and this takes longer than most calls. */
    private static final class Connection {

        private final RegistrySettings settings;
        private @Nullable RegistryClientFacadeImpl made;

        Connection(RegistrySettings settings) {
            this.settings = settings;
        }

        synchronized RegistryClientFacadeImpl get() {
            if (made == null) {
                HttpClient http = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CALL_TIMEOUT)
                        .build();
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
                calls.setBaseUrl(
                        settings.url().toString().replaceAll("(/apis/registry/v3)?/*$", "") + "/apis/registry/v3");
                made = new RegistryClientFacadeImpl(new RegistryClient(calls));
            }
            return made;
        }
    }

    /** @param patience how long to retry a call while the registry is unavailable */
    BoundedRegistry(RegistrySettings settings, Duration patience) {
        this(new Connection(settings), patience);
    }

    private BoundedRegistry(Connection connection, Duration patience) {
        this.connection = connection;
        this.patience = patience;
    }

    BoundedRegistry withPatience(Duration other) {
        return new BoundedRegistry(connection, other);
    }

    /**
     * Asks the registry, again and again while it is unavailable.
     *
     * @throws ApiException if the registry refuses the call for another reason than its credentials
     * @throws RegistryUnavailableException if there was no usable response in time
     */
    <T> T ask(Function<RegistryClientFacadeImpl, T> question) {
        String place = "the registry at " + connection.settings.url();
        long deadline = System.nanoTime() + patience.toNanos();
        Duration pause = FIRST_PAUSE;
        while (true) {
            try {
                return bounded(() -> question.apply(connection.get()), CALL_TIMEOUT);
            } catch (TimeoutException e) {
                retry(deadline, pause, new RegistryUnavailableException(place + late(CALL_TIMEOUT), e));
            } catch (ExecutionException e) {
                ApiException refusal = find(ApiException.class, e);
                RegistryUnavailableException own = find(RegistryUnavailableException.class, e);
                if (own != null) {
                    throw own;
                }
                if (refusal == null) {
                    retry(deadline, pause, new RegistryUnavailableException(place + unreachable(e), e));
                } else if (status(refusal) >= 500 || status(refusal) == 429) {
                    retry(deadline, pause, new RegistryUnavailableException(place + returned(refusal), refusal));
                } else if (status(refusal) == 401 || status(refusal) == 403) {
                    throw new RegistryUnavailableException(
                            place + returned(refusal) + ": --registry-authorization is missing or wrong", refusal);
                } else {
                    throw refusal;
                }
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }

    private static void retry(long deadline, Duration pause, RegistryUnavailableException fault) {
        if (System.nanoTime() + pause.toNanos() > deadline) {
            throw fault;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /**
     * A client by Apicurio's own settings, without retries. It connects with its first call.
     *
     * @param patience how long a call may take; then it throws {@link RegistryUnavailableException}
     */
    public static RegistryClientFacade connect(Map<String, Object> settings, Duration patience) {
        RegistryClientFacade unbounded = RegistryClientFacadeFactory.create(new SchemaResolverConfig(settings));
        return (RegistryClientFacade) Proxy.newProxyInstance(
                BoundedRegistry.class.getClassLoader(),
                new Class<?>[] {RegistryClientFacade.class},
                (client, method, arguments) -> {
                    Object answer;
                    try {
                        answer = bounded(() -> method.invoke(unbounded, arguments), patience);
                    } catch (TimeoutException e) {
                        throw new RegistryUnavailableException("the registry" + late(patience), e);
                    } catch (ExecutionException e) {
                        ApiException refusal = find(ApiException.class, e);
                        throw new RegistryUnavailableException(
                                refusal == null || status(refusal) == 0
                                        ? "the registry" + unreachable(e)
                                        : "the registry" + returned(refusal)
                                                + "; 401 and 403: the settings apicurio.registry.auth are missing or wrong",
                                e);
                    }
                    if (method.getName().equals("searchVersionsByContent")
                            && List.of().equals(answer)) {
                        throw new RegistryUnavailableException("the registry doesn't have this library's version, and "
                                + SchemaResolverConfig.AUTO_REGISTER_ARTIFACT + "=false: have it registered");
                    }
                    return answer;
                });
    }

    private static <T> T bounded(Callable<T> question, Duration most) throws TimeoutException, ExecutionException {
        FutureTask<T> answer = new FutureTask<>(question);
        Thread caller = new Thread(answer, "registry-call");
        caller.setDaemon(true);
        caller.start();
        try {
            return answer.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            answer.cancel(true);
        }
    }

    private static RegistryUnavailableException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RegistryUnavailableException("interrupted while waiting for the registry", e);
    }

    private static String late(Duration most) {
        return " didn't respond completely within " + most.toSeconds() + " s";
    }

    private static String returned(ApiException refusal) {
        return " returned status " + status(refusal);
    }

    /** The status code of a refusal; 0 if its response couldn't be read. */
    static int status(ApiException refusal) {
        return refusal.getResponseStatusCode();
    }

    private static String unreachable(Throwable fault) {
        IOException network = find(IOException.class, fault);
        Throwable named = fault;
        for (Throwable link = fault; link != null; link = link.getCause()) {
            named = link;
        }
        return " can't be reached: " + FaultWords.of(network == null ? named : network);
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
            List<String> causes = violation.getCauses().stream()
                    .map(found -> found.getDescription() + " at " + found.getContext())
                    .toList();
            return IncompatibleSchemaException.of(subject, causes, String.valueOf(violation.getDetail()));
        }
        // The status code of this refusal differs between server versions; its name doesn't.
        if (refusal instanceof ProblemDetails problem && "RuleViolationException".equals(problem.getName())) {
            return IncompatibleSchemaException.of(subject, List.of(), String.valueOf(problem.getDetail()));
        }
        return new RegistryUnavailableException("the registry" + returned(refusal) + " for " + subject, refusal);
    }

    /** What the registry has to do with a fault of Apicurio's serializer; the fault itself if nothing. */
    public static RuntimeException cause(RuntimeException fault, String subject) {
        RuleViolationProblemDetails violation = find(RuleViolationProblemDetails.class, fault);
        if (violation != null) {
            return refusal(violation, subject);
        }
        RegistryUnavailableException away = find(RegistryUnavailableException.class, fault);
        return away == null ? fault : new RegistryUnavailableException(subject + ": " + away.getMessage(), fault);
    }
}
