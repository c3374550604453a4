package dev.partnercatalog.standalone;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;

/** Dependencies point down only: what docs/architecture.md says of the modules, held to. */
@AnalyzeClasses(packages = "dev.partnercatalog", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleBoundariesTest {

    @ArchTest
    static final ArchRule MODULES_USE_THOSE_BELOW_THEM_ONLY = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("schemas")
            .definedBy("dev.partnercatalog.schemas..", "dev.partnercatalog.events..", "dev.partnercatalog.records..")
            .layer("resolution")
            .definedBy("dev.partnercatalog.resolution..")
            .layer("runtime")
            .definedBy("dev.partnercatalog.runtime..")
            .layer("streams-app")
            .definedBy("dev.partnercatalog.streams..")
            .layer("query-api")
            .definedBy("dev.partnercatalog.query..")
            .layer("webhook-sink")
            .definedBy("dev.partnercatalog.webhook..")
            .layer("cli")
            .definedBy("dev.partnercatalog.cli..")
            .layer("standalone")
            .definedBy("dev.partnercatalog.standalone..")
            .whereLayer("schemas")
            .mayNotAccessAnyLayer()
            .whereLayer("resolution")
            .mayNotAccessAnyLayer()
            .whereLayer("runtime")
            .mayOnlyAccessLayers("schemas", "resolution")
            .whereLayer("streams-app")
            .mayOnlyAccessLayers("schemas", "resolution", "runtime")
            .whereLayer("query-api")
            .mayOnlyAccessLayers("schemas", "resolution", "runtime")
            .whereLayer("webhook-sink")
            .mayOnlyAccessLayers("schemas", "resolution", "runtime")
            .whereLayer("standalone")
            .mayNotBeAccessedByAnyLayer();

    @ArchTest
    static final ArchRule EVERY_CLASS_BELONGS_TO_A_MODULE = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.partnercatalog.schemas..",
                    "dev.partnercatalog.events..",
                    "dev.partnercatalog.records..",
                    "dev.partnercatalog.resolution..",
                    "dev.partnercatalog.runtime..",
                    "dev.partnercatalog.streams..",
                    "dev.partnercatalog.query..",
                    "dev.partnercatalog.webhook..",
                    "dev.partnercatalog.cli..",
                    "dev.partnercatalog.standalone..")
            .should()
            .resideInAPackage("dev.partnercatalog..");

    @ArchTest
    static final ArchRule THE_RULES_KNOW_NO_KAFKA_AND_NO_HTTP = noClasses()
            .that()
            .resideInAPackage("dev.partnercatalog.resolution..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache..", "java.net..", "io.javalin..", "okhttp3..", "org.eclipse.jetty..");

    @ArchTest
    static final ArchRule THE_RULES_ASK_NO_CLOCK = noClasses()
            .that()
            .resideInAPackage("dev.partnercatalog.resolution..")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(LocalDateTime.class, "now")
            .orShould()
            .callMethod(ZonedDateTime.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime");

    @ArchTest
    static final ArchRule ONLY_STANDALONE_KNOWS_A_BROKER_OR_REGISTRY_SERVER = noClasses()
            .that()
            .resideOutsideOfPackage("dev.partnercatalog.standalone..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("kafka..", "org.apache.kafka.server..", "org.apache.kafka.metadata..", "io.apicurio..");
}
