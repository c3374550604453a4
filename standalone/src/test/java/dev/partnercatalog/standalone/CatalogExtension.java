package dev.partnercatalog.standalone;

import dev.partnercatalog.query.Environment;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the {@link CatalogAddresses} of one catalog that runs for all of them, from the first test that requests
 * it to the end of the run, and the {@link AlertReceiver} that it alerts to endpoints at their first failure. Each test uses its own barcodes, companies and partners.
 */
public final class CatalogExtension implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(CatalogExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == CatalogAddresses.class || type == AlertReceiver.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ExtensionContext.Store store = context.getRoot().getStore(NAMESPACE);
        AlertReceiver alerts =
                store.computeIfAbsent(AlertReceiver.class, type -> AlertReceiver.start(), AlertReceiver.class);
        Class<?> wanted = parameter.getParameter().getType();
        if (wanted == AlertReceiver.class) {
            return alerts;
        }
        CatalogAddresses catalog = catalog(store, alerts);
        return catalog;
    }

    private static CatalogAddresses catalog(ExtensionContext.Store store, AlertReceiver alerts) {
        if (ContainerCatalog.isWanted()) {
            return store.computeIfAbsent(
                            ContainerCatalog.class,
                            type -> ContainerCatalog.start(settings(alerts)),
                            ContainerCatalog.class)
                    .addresses();
        }
        return CatalogAddresses.of(
                store.computeIfAbsent(Standalone.class, type -> Standalone.start(settings(alerts)), Standalone.class));
    }

    private static StandaloneSettings settings(AlertReceiver alerts) {
        return new StandaloneSettings(
                null,
                StandaloneSettings.registryHomeOfLauncher(),
                0,
                0,
                0,
                0,
                0,
                Environment.STAGING,
                true,
                alerts.settings());
    }
}
