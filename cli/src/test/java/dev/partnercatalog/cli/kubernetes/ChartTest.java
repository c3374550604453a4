package dev.partnercatalog.cli.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.marcnuri.helm.LintResult;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** What the chart as a whole makes of its values. */
class ChartTest {

    static final List<String> VALUES = Chart.VALUES;

    @Test
    void helm_finds_no_fault_in_the_chart() {
        LintResult result = Chart.lint();
        assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    }

    @ParameterizedTest
    @FieldSource("VALUES")
    void each_object_has_only_fields_that_kubernetes_knows_and_a_name_of_its_own(String example) throws IOException {
        Manifests manifests = Chart.render(example);
        assertThat(manifests.objects()).hasSizeGreaterThan(15).allSatisfy(object -> {
            assertThat(object.getMetadata().getNamespace()).isEqualTo("shop");
            assertThat(object.getMetadata().getName()).startsWith("catalog-");
        });
        assertThat(manifests.objects().stream()
                        .map(object ->
                                object.getKind() + " " + object.getMetadata().getName())
                        .toList())
                .doesNotHaveDuplicates();
    }

    @Test
    void a_field_that_kubernetes_does_not_know_is_noticed() {
        assertThatThrownBy(() -> Manifests.read("{apiVersion: v1, kind: Service, spec: {prots: []}}"))
                .hasMessageContaining("prots");
    }

    @Test
    void what_is_optional_is_there_only_where_it_is_asked_for() throws IOException {
        List<Class<? extends HasMetadata>> optional =
                List.of(HorizontalPodAutoscaler.class, Ingress.class, ServiceMonitor.class, PrometheusRule.class);
        Manifests plain = Chart.render("");
        Manifests every = Chart.render(Chart.EVERY_OPTION);
        assertThat(optional).allSatisfy(kind -> {
            assertThat(plain.all(kind)).isEmpty();
            assertThat(every.all(kind)).isNotEmpty();
        });
        assertThat(plain.pods()).containsOnlyKeys("streams-app", "query-api", "webhook-sink", "load-balancer");
        assertThat(every.pods())
                .containsOnlyKeys("streams-app", "query-api", "webhook-sink", "load-balancer", "console", "commands");
        assertThat(Chart.render("", Map.of("networkPolicy.enabled", false)).all(NetworkPolicy.class))
                .isEmpty();
        assertThat(Chart.render("", Map.of("loadBalancer.enabled", false)).all(ConfigMap.class))
                .isEmpty();
    }

    @Test
    void no_secret_is_made_and_pods_name_those_they_need() throws IOException {
        Manifests every = Chart.render(Chart.EVERY_OPTION);
        assertThat(every.objects()).noneMatch(object -> object.getKind().equals("Secret"));
        assertThat(every.pod("webhook-sink").getSpec().getVolumes().stream()
                        .filter(volume -> volume.getProjected() != null)
                        .flatMap(volume -> volume.getProjected().getSources().stream())
                        .map(source -> source.getSecret().getName())
                        .toList())
                .containsExactlyInAnyOrder(
                        "kafka-webhook-sink",
                        "master-key",
                        "schemas-client",
                        "kafka-certificates",
                        "registry-certificates");
    }

    @Test
    void the_master_key_goes_only_to_those_who_need_it() throws IOException {
        assertThat(Chart.render(Chart.EVERY_OPTION).pods().entrySet().stream()
                        .filter(pod -> Manifests.environment(pod.getValue()).containsKey("CATALOG_SECRETS"))
                        .map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("query-api", "webhook-sink", "commands");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    kafka.broker                         | a:9092       | broker
                    kafka.brokers                        | a            | pattern
                    registry.url                         | a:8080       | pattern
                    masterKey.secret                     | ''           | pattern
                    settings.standbys                    | -1           | minimum
                    settings.logFormat                   | xml          | one of
                    settings.partitions                  | 8            | partitions
                    streamsApp.settings.partitions       | 1001         | maximum
                    streamsApp.memory.heapMib            | 2Gi          | integer
                    streamsApp.storage.size              | 10           | string
                    queryApi.replicas                    | 17           | maximum
                    queryApi.settings.maxBatchSise       | 10           | maxBatchSise
                    queryApi.settings.memoryTierMib      | 3073         | three quarters
                    ingress.enabled                      | true         | behindProxy
                    """)
    void wrong_values_are_refused_and_named(String name, String value, String reason) {
        assertThatThrownBy(() -> Chart.render("", Map.of(name, value))).hasMessageContaining(reason);
    }

    @Test
    void the_chart_has_the_version_of_the_program() throws IOException {
        String version = Chart.yaml(Chart.FOLDER.resolve("Chart.yaml"))
                .path("appVersion")
                .asText();
        assertThat(Files.readString(Path.of("..", "pom.xml"))).contains("<version>" + version + "</version>");
        assertThat(Manifests.container(Chart.render("").pod("query-api")).getImage())
                .isEqualTo("partner-catalog:" + version);
    }

    @Test
    void the_rules_of_prometheus_are_the_alarms_of_the_guide() throws IOException {
        PrometheusRule rule =
                Chart.render(Chart.EVERY_OPTION).all(PrometheusRule.class).get(0);
        assertThat(new ObjectMapper().<JsonNode>valueToTree(rule.getSpec()))
                .isEqualTo(Chart.yaml(Chart.FOLDER.resolve("files/alerts.yml")));
    }

    @Test
    void the_load_balancer_has_its_files_as_they_are_and_finds_the_instances() throws IOException {
        Manifests every = Chart.render(Chart.EVERY_OPTION);
        Map<String, String> files = every.all(ConfigMap.class).get(0).getData();
        try (Stream<Path> own = Files.list(Chart.FOLDER.resolve("files/load-balancer"))) {
            for (Path file : own.toList()) {
                assertThat(files).containsEntry(file.getFileName().toString(), Files.readString(file));
            }
        }
        assertThat(Manifests.environment(every.pod("load-balancer")))
                .containsEntry("QUERY_API", "catalog-query-api.shop.svc.example.local")
                .containsEntry("BEHIND_PROXY", "true");
        assertThat(Manifests.environment(Chart.render("").pod("load-balancer"))).doesNotContainKey("BEHIND_PROXY");
        Service instances = every.all(Service.class).stream()
                .filter(service -> service.getMetadata().getName().equals("catalog-query-api"))
                .findFirst()
                .orElseThrow();
        assertThat(instances.getSpec().getClusterIP()).isEqualTo("None");
        assertThat(instances.getSpec().getPublishNotReadyAddresses()).isTrue();
    }

    @Test
    void a_release_of_the_chart_alone_restarts_no_pod_and_an_application_can_be_upgraded_by_itself()
            throws IOException {
        Manifests before = Chart.render("");
        Manifests after = Chart.render("", Map.of("streamsApp.imageTag", "0.2.0"));
        assertThat(after.pod("query-api")).isEqualTo(before.pod("query-api"));
        assertThat(Manifests.container(after.pod("streams-app")).getImage()).isEqualTo("partner-catalog:0.2.0");
        assertThat(before.pods().values())
                .allSatisfy(pod -> assertThat(pod.getMetadata().getLabels())
                        .containsOnlyKeys(
                                "app.kubernetes.io/name", "app.kubernetes.io/instance", "app.kubernetes.io/component"));
    }

    @Test
    void an_autoscaler_and_the_chart_do_not_both_set_the_number_of_instances() throws IOException {
        Manifests every = Chart.render(Chart.EVERY_OPTION);
        String scaled = every.all(HorizontalPodAutoscaler.class)
                .get(0)
                .getSpec()
                .getScaleTargetRef()
                .getName();
        for (StatefulSet set : every.all(StatefulSet.class)) {
            if (set.getMetadata().getName().equals(scaled)) {
                assertThat(set.getSpec().getReplicas()).isNull();
            } else {
                assertThat(set.getSpec().getReplicas()).isEqualTo(4);
            }
        }
    }
}
