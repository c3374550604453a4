package dev.partnercatalog.standalone;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the {@link CatalogAddresses} of one catalog that runs for all of them, from the first test that requests
 * it to the end of the run. Each test uses its own barcodes, companies and partners.
 */
public final class CatalogExtension implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(CatalogExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == CatalogAddresses.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return catalog(context.getRoot().getStore(NAMESPACE));
    }

    private static CatalogAddresses catalog(ExtensionContext.Store store) {
        if (ContainerCatalog.isWanted()) {
            return store.computeIfAbsent(
                            ContainerCatalog.class, type -> ContainerCatalog.start(settings()), ContainerCatalog.class)
                    .addresses();
        }
        return CatalogAddresses.of(
                store.computeIfAbsent(Standalone.class, type -> Standalone.start(settings()), Standalone.class));
    }

    private static StandaloneSettings settings() {
        return StandaloneSettings.forAWhile(new StandalonePorts());
    }
}
