package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.Source;
import dev.partnercatalog.runtime.variant.LayerTopic;
import dev.partnercatalog.schemas.key.LocationVariantKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which classes know what a location's layer is. A layer between the company's and the location's, a region's for
 * example, would change these, and the schemas, the contract and the page of rules. All others take the layers from
 * {@link Layer} or {@link LayerTopic}, and a scope as {@link Scope}.
 */
class LayerPlacesTest {

    private static final Set<String> NAMES = Set.of("LOCATION_ATTRIBUTES", "LOCATION");

    private static final Set<String> OWNERS = Stream.of(Layer.class, LayerTopic.class, Source.class, CatalogTopic.class)
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());

    @Test
    void a_layer_at_another_level_of_scopes_would_change_these_classes() {
        Set<String> places = new TreeSet<>();
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.partnercatalog")) {
            if (namesALocationsLayer(type)) {
                places.add(topLevel(type.getName()));
            }
        }

        assertThat(places)
                .containsExactly(
                        "Block",
                        "CatalogTopic",
                        "CompanyRows",
                        "EntryCache",
                        "EntryStore",
                        "EventKey",
                        "EventRules",
                        "Layer",
                        "LayerChanges",
                        "LayerKey",
                        "LayerReader",
                        "LayerTopic",
                        "LocationVariantKey",
                        "Scope",
                        "ScopedVariant",
                        "Source",
                        "SourcedValues",
                        "VariantKeys",
                        "VariantLayers",
                        "VariantRecords");
    }

    private static boolean namesALocationsLayer(JavaClass type) {
        return type.isEquivalentTo(Scope.Location.class)
                || type.isEquivalentTo(LocationVariantKey.class)
                || type.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency.getTargetClass())
                        .anyMatch(target -> target.isEquivalentTo(Scope.Location.class)
                                || target.isEquivalentTo(LocationVariantKey.class))
                || type.getFieldAccessesFromSelf().stream()
                        .anyMatch(access ->
                                OWNERS.contains(access.getTargetOwner().getName())
                                        && NAMES.contains(access.getTarget().getName()));
    }

    private static String topLevel(String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        int nested = simple.indexOf('$');
        return nested < 0 ? simple : simple.substring(0, nested);
    }
}
