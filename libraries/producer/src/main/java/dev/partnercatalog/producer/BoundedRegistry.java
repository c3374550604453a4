package dev.partnercatalog.producer;

import com.microsoft.kiota.ApiException;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import io.apicurio.registry.resolver.client.RegistryClientFacade;
import io.apicurio.registry.resolver.client.RegistryClientFacadeFactory;
import io.apicurio.registry.resolver.config.SchemaResolverConfig;
import io.apicurio.registry.rest.client.models.RuleViolationProblemDetails;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Apicurio's client of the registry with a deadline: by itself, it waits for ever for a registry that hangs. */
final class BoundedRegistry {

    private BoundedRegistry() {}

    /** Creates a client, which is thread-safe and connects with its first call; no call takes longer than {@code patience}. */
    static RegistryClientFacade connect(Map<String, Object> settings, Duration patience) {
        RegistryClientFacade unbounded = RegistryClientFacadeFactory.create(new SchemaResolverConfig(settings));
        return (RegistryClientFacade) Proxy.newProxyInstance(
                BoundedRegistry.class.getClassLoader(),
                new Class<?>[] {RegistryClientFacade.class},
                (client, method, arguments) -> {
                    Object answer = bounded(() -> method.invoke(unbounded, arguments), patience);
                    if (method.getName().equals("searchVersionsByContent")
                            && List.of().equals(answer)) {
                        throw new RegistryUnavailableException("the registry doesn't have this library's version, and "
                                + SchemaResolverConfig.AUTO_REGISTER_ARTIFACT + "=false: have it registered");
                    }
                    return answer;
                });
    }

    private static Object bounded(Callable<Object> question, Duration patience) {
        FutureTask<Object> answer = new FutureTask<>(question);
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
            throw new RegistryUnavailableException(words(e), e);
        } finally {
            answer.cancel(true);
        }
    }

    private static String words(Throwable fault) {
        Throwable named = fault;
        for (Throwable link = fault; link != null; link = link.getCause()) {
            if (link instanceof ApiException refusal && refusal.getResponseStatusCode() != 0) {
                return "the registry returned status " + refusal.getResponseStatusCode()
                        + "; 401 and 403: the settings apicurio.registry.auth are missing or wrong";
            }
            named = named instanceof IOException ? named : link;
        }
        return "the registry can't be reached: " + FaultWords.of(named);
    }

    /** What the registry has to do with a fault of Apicurio's serializer; the fault itself if nothing. */
    static RuntimeException cause(RuntimeException fault, String subject) {
        RuntimeException cause = fault;
        for (Throwable link = fault; link != null; link = link.getCause()) {
            if (link instanceof RegistryUnavailableException) {
                cause = new RegistryUnavailableException(subject + ": " + link.getMessage(), fault);
            } else if (link instanceof RuleViolationProblemDetails refusal && refusal.getCauses() != null) {
                List<String> causes = refusal.getCauses().stream()
                        .map(found -> found.getDescription() + " at " + found.getContext())
                        .toList();
                return IncompatibleSchemaException.of(subject, causes, String.valueOf(refusal.getDetail()));
            }
        }
        return cause;
    }
}
