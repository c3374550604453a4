package dev.partnercatalog.standalone;

import dev.partnercatalog.query.Environment;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the {@link CatalogAddresses} of one catalog that runs for all of them, from the first test that asks for
 * it to the end of the run. A test keeps to barcodes, companies and partners of its own.
 */
final class CatalogExtension implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(CatalogExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == CatalogAddresses.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Standalone standalone = context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(Standalone.class, type -> Standalone.start(settings()), Standalone.class);
        return CatalogAddresses.of(standalone);
    }

    private static StandaloneSettings settings() {
        return new StandaloneSettings(
                null, StandaloneSettings.registryHomeOfLauncher(), 0, 0, 0, 0, Environment.STAGING, true);
    }
}
