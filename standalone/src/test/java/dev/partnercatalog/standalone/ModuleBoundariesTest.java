package dev.partnercatalog.standalone;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.javalin.Javalin;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericContainer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

/** Dependencies point down only: enforces what docs/architecture.md says about the modules. */
class ModuleBoundariesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.partnercatalog");

    private static final String[] SCHEMAS = {
        "dev.partnercatalog.schemas..", "dev.partnercatalog.events..", "dev.partnercatalog.records.."
    };
    private static final String PRODUCER = "dev.partnercatalog.producer..";
    private static final String RESOLUTION = "dev.partnercatalog.resolution..";
    private static final String HTTP = "dev.partnercatalog.runtime.http..";
    private static final String STREAMS_APP = "dev.partnercatalog.streams..";
    private static final String QUERY_API = "dev.partnercatalog.query..";
    private static final String WEBHOOK_SINK = "dev.partnercatalog.webhook..";
    private static final String STANDALONE = "dev.partnercatalog.standalone..";
    private static final int MOST_PARAMETERS = 6;

    /** Each module with the modules that it may use. */
    private static final Map<String, List<String>> USES = Map.of(
            "schemas", List.of(),
            "resolution", List.of(),
            // Libraries for others: they need little of our code, and none of our code needs them.
            "producer", List.of("schemas"),
            "connect", List.of("schemas"),
            "runtime", List.of("schemas", "resolution"),
            "streams-app", List.of("schemas", "resolution", "runtime"),
            "query-api", List.of("schemas", "resolution", "runtime"),
            "webhook-sink", List.of("schemas", "resolution", "runtime"),
            "cli", List.of("schemas", "resolution", "runtime", "streams-app", "query-api", "webhook-sink"),
            "standalone",
                    List.of("schemas", "resolution", "runtime", "streams-app", "query-api", "webhook-sink", "cli"));

    @Test
    void modules_use_only_those_below_them_and_every_class_belongs_to_one() {
        var layers = layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("dev.partnercatalog..")
                .ensureAllClassesAreContainedInArchitecture();
        for (String module : USES.keySet()) {
            layers = module.equals("schemas")
                    ? layers.layer(module).definedBy(SCHEMAS)
                    : layers.layer(module)
                            .definedBy("dev.partnercatalog." + module.replaceFirst("-(app|api|sink)$", "") + "..");
        }
        for (Map.Entry<String, List<String>> uses : USES.entrySet()) {
            var layer = layers.whereLayer(uses.getKey());
            layers = uses.getValue().isEmpty()
                    ? layer.mayNotAccessAnyLayer()
                    : layer.mayOnlyAccessLayers(uses.getValue().toArray(String[]::new));
        }
        layers.check(CLASSES);
    }

    @Test
    void the_http_server_knows_nothing_else_of_ours() {
        noClasses()
                .that()
                .resideInAPackage(HTTP)
                .should()
                .dependOnClassesThat(resideInAPackage("dev.partnercatalog..").and(not(resideInAPackage(HTTP))))
                .check(CLASSES);
    }

    /**
     * An application's other packages are its own. What these offer to operators' programs are its settings, the forms of
     * what it stores, and the rules that a program must apply as it does.
     */
    @Test
    void other_modules_use_only_these_packages_of_an_application() {
        others(STREAMS_APP, "", "partner", "quarantine", "variant");
        others(QUERY_API, "", "access", "token");
        others(WEBHOOK_SINK, "", "reconcile");
    }

    private static void others(String application, String... open) {
        String root = application.replace("..", "");
        noClasses()
                .that()
                .resideOutsideOfPackages(application, "dev.partnercatalog.benchmarks..")
                .should()
                .dependOnClassesThat(resideInAPackage(application)
                        .and(not(resideInAnyPackage(Arrays.stream(open)
                                .map(each -> each.isEmpty() ? root : root + "." + each)
                                .toArray(String[]::new)))))
                .check(CLASSES);
    }

    @Test
    void no_packages_depend_on_each_other_in_circles() {
        slices().matching("dev.partnercatalog.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** The classes generated from schemas have their records' names, which the rules' model has too. */
    @Test
    void no_two_types_have_one_name() {
        Map<String, List<String>> byName = CLASSES.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .filter(type -> !type.isAssignableTo(GenericContainer.class))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getName, Collectors.toList())));
        assertThat(byName).allSatisfy((name, types) -> assertThat(types).hasSize(1));
    }

    /** A class that needs more does more than one thing, or some of what it needs belongs together. Records are data. */
    @Test
    void no_constructor_takes_more_than_six_parameters() {
        assertThat(CLASSES.stream()
                        .filter(type -> !type.isRecord() && !type.isAnonymousClass())
                        .filter(type -> !type.isAssignableTo(GenericContainer.class))
                        .flatMap(type -> type.getConstructors().stream())
                        .filter(constructor -> constructor.getRawParameterTypes().stream()
                                        .filter(given -> !isOuter(given, constructor.getOwner()))
                                        .count()
                                > MOST_PARAMETERS))
                .isEmpty();
    }

    /** An inner class gets the object that it belongs to as its constructor's first argument. */
    private static boolean isOuter(JavaClass given, JavaClass type) {
        return type.getEnclosingClass().filter(given::equals).isPresent();
    }

    @Test
    void the_rules_know_no_kafka_and_no_http() {
        noClasses()
                .that()
                .resideInAPackage(RESOLUTION)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache..", "java.net..", "io.javalin..", "okhttp3..", "org.eclipse.jetty..")
                .check(CLASSES);
    }

    @Test
    void the_rules_ask_no_clock() {
        noClasses()
                .that()
                .resideInAPackage(RESOLUTION)
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .orShould()
                .callMethodWhere(target(nameMatching("now|currentTimeMillis|nanoTime"))
                        .and(target(owner(resideInAnyPackage("java.time..", "java.lang..")))))
                .check(CLASSES);
    }

    @Test
    void only_standalone_knows_a_brokers_server() {
        noClasses()
                .that()
                .resideOutsideOfPackage(STANDALONE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("kafka..", "org.apache.kafka.server..", "org.apache.kafka.metadata..")
                .check(CLASSES);
    }

    @Test
    void only_the_registrys_package_and_the_producer_know_apicurios_client() {
        noClasses()
                .that()
                .resideOutsideOfPackages(PRODUCER, "dev.partnercatalog.schemas.registry..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.apicurio..", "io.vertx..", "com.microsoft.kiota..")
                .check(CLASSES);
    }

    @Test
    void only_http_starts_a_server_so_that_all_are_hardened_alike() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        HTTP,
                        // A partner's endpoint is not one of our addresses.
                        "dev.partnercatalog.cli.listen..",
                        "dev.partnercatalog.benchmarks..",
                        // The embedded broker receives its ports already open.
                        "dev.partnercatalog.standalone.embedded..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("com.sun.net.httpserver..", "org.eclipse.jetty.server.internal..")
                                .or(assignableTo(Connector.class))
                                .or(assignableTo(Server.class))
                                .or(assignableTo(Javalin.class))
                                .or(assignableTo(ServerSocket.class))
                                .or(assignableTo(ServerSocketChannel.class)))
                .check(CLASSES);
    }
}
