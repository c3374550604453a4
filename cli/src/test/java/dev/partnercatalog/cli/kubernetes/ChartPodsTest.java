package dev.partnercatalog.cli.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What the pods may do, what they receive, and whether the objects around them find them. */
class ChartPodsTest {

    static final List<String> VALUES = Chart.VALUES;
    private static final Set<String> STATEFUL = Set.of("streams-app", "query-api", "webhook-sink");
    private static final long MIB = 1L << 20;

    @ParameterizedTest
    @FieldSource("VALUES")
    void no_pod_has_more_rights_than_it_needs(String example) throws IOException {
        assertThat(Chart.render(example).pods().values()).allSatisfy(pod -> {
            assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
            assertThat(pod.getSpec().getEnableServiceLinks()).isFalse();
            assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getSpec().getSecurityContext().getRunAsUser()).isPositive();
            assertThat(pod.getSpec().getSecurityContext().getSeccompProfile().getType())
                    .isEqualTo("RuntimeDefault");
            assertThat(pod.getSpec().getContainers()).hasSize(1);
            Container container = Manifests.container(pod);
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
        });
    }

    @ParameterizedTest
    @FieldSource("VALUES")
    void memory_is_what_its_parts_need_together(String example) throws IOException {
        Manifests manifests = Chart.render(example);
        JsonNode defaults = Chart.values("");
        JsonNode values = Chart.values(example);
        for (Map.Entry<String, String> application : Map.of(
                        "streams-app", "streamsApp", "query-api", "queryApi", "webhook-sink", "webhookSink")
                .entrySet()) {
            PodTemplateSpec pod = manifests.pod(application.getKey());
            JsonNode own = values.at("/" + application.getValue() + "/memory");
            JsonNode parts = own.isMissingNode() ? defaults.at("/" + application.getValue() + "/memory") : own;
            Map<String, String> environment = Manifests.environment(pod);
            assertThat(environment.get("CATALOG_JAVA_OPTIONS"))
                    .startsWith("-Xmx" + parts.path("heapMib").asInt() + "m");
            assertThat(environment)
                    .containsEntry(
                            "CATALOG_STORE_MEMORY_MIB", parts.path("storesMib").asText());
            long sum = Stream.of("heapMib", "storesMib", "virtualMachineMib", "pageCacheMib")
                    .mapToLong(part -> parts.path(part).asLong())
                    .sum();
            Container container = Manifests.container(pod);
            Quantity limit =
                    Objects.requireNonNull(container.getResources().getLimits().get("memory"));
            assertThat(limit.getNumericalAmount().longValueExact()).isEqualTo(sum * MIB);
            assertThat(container.getResources().getRequests().get("memory")).isEqualTo(limit);
            assertThat(container.getResources().getRequests()).containsKey("cpu");
        }
    }

    @ParameterizedTest
    @FieldSource("VALUES")
    void each_application_has_a_volume_probes_and_the_time_that_it_takes_to_stop(String example) throws IOException {
        Manifests manifests = Chart.render(example);
        List<StatefulSet> sets = manifests.all(StatefulSet.class);
        assertThat(sets).hasSize(STATEFUL.size()).allSatisfy(set -> {
            assertThat(set.getSpec().getVolumeClaimTemplates())
                    .singleElement()
                    .satisfies(
                            claim -> assertThat(claim.getSpec().getResources().getRequests())
                                    .containsKey("storage"));
            assertThat(set.getSpec().getPersistentVolumeClaimRetentionPolicy().getWhenScaled())
                    .isEqualTo("Retain");
            assertThat(manifests.all(Service.class))
                    .anyMatch(service ->
                            service.getMetadata().getName().equals(set.getSpec().getServiceName()));
            PodTemplateSpec pod = set.getSpec().getTemplate();
            assertThat(pod.getSpec().getTerminationGracePeriodSeconds()).isEqualTo(30);
            Container container = Manifests.container(pod);
            VolumeMount state = container.getVolumeMounts().stream()
                    .filter(mount -> mount.getName().equals("state"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Manifests.environment(pod).get("CATALOG_STATE_DIR")).startsWith(state.getMountPath() + "/");
            assertThat(container.getStartupProbe().getHttpGet().getPath()).isEqualTo("/internal/live");
            assertThat(container.getLivenessProbe().getHttpGet().getPath()).isEqualTo("/internal/live");
            assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/internal/ready");
        });
    }

    @ParameterizedTest
    @FieldSource("VALUES")
    void ports_and_volumes_are_there_where_they_are_named(String example) throws IOException {
        Manifests manifests = Chart.render(example);
        manifests.pods().forEach((name, pod) -> {
            Container container = Manifests.container(pod);
            Set<String> ports = portNames(pod);
            Stream.of(container.getStartupProbe(), container.getLivenessProbe(), container.getReadinessProbe())
                    .filter(Objects::nonNull)
                    .forEach(probe -> assertThat(ports).as(name).contains(port(probe)));
            Set<String> volumes = new HashSet<>();
            pod.getSpec().getVolumes().stream().map(Volume::getName).forEach(volumes::add);
            if (STATEFUL.contains(name)) {
                volumes.add("state");
            }
            assertThat(container.getVolumeMounts().stream().map(VolumeMount::getName))
                    .as(name)
                    .containsExactlyInAnyOrderElementsOf(volumes);
            Manifests.environment(pod).forEach((variable, value) -> {
                if (value.startsWith("/")) {
                    assertThat(container.getVolumeMounts())
                            .as("%s of %s", variable, name)
                            .anyMatch(mount -> value.startsWith(mount.getMountPath() + "/"));
                }
            });
        });
        for (Service service : manifests.all(Service.class)) {
            PodTemplateSpec pod = selected(manifests, service.getSpec().getSelector());
            assertThat(service.getSpec().getPorts())
                    .isNotEmpty()
                    .allSatisfy(port -> assertThat(portNames(pod))
                            .contains(port.getTargetPort().getStrVal()));
        }
    }

    @ParameterizedTest
    @FieldSource("VALUES")
    void budgets_and_policies_select_pods_that_exist_and_each_pod_has_its_policy(String example) throws IOException {
        Manifests manifests = Chart.render(example);
        Stream.concat(manifests.all(StatefulSet.class).stream(), manifests.all(Deployment.class).stream())
                .forEach(set -> assertThat(set.getMetadata().getLabels())
                        .containsAllEntriesOf(manifests
                                .pod(Manifests.component(set))
                                .getMetadata()
                                .getLabels()));
        Set<PodTemplateSpec> budgeted = new HashSet<>();
        for (PodDisruptionBudget budget : manifests.all(PodDisruptionBudget.class)) {
            budgeted.add(selected(manifests, budget.getSpec().getSelector().getMatchLabels()));
            assertThat(budget.getSpec().getMaxUnavailable().getIntVal()).isEqualTo(1);
        }
        assertThat(budgeted).hasSize(STATEFUL.size() + 1);
        Set<PodTemplateSpec> restricted = new HashSet<>();
        for (NetworkPolicy policy : manifests.all(NetworkPolicy.class)) {
            PodTemplateSpec pod =
                    selected(manifests, policy.getSpec().getPodSelector().getMatchLabels());
            restricted.add(pod);
            assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
            policy.getSpec().getIngress().stream()
                    .flatMap(rule -> rule.getPorts().stream())
                    .forEach(port ->
                            assertThat(portNames(pod)).contains(port.getPort().getStrVal()));
        }
        assertThat(restricted)
                .containsExactlyInAnyOrderElementsOf(manifests.pods().values());
    }

    @Test
    void webhooks_reach_the_internet_and_nothing_private_unless_it_is_allowed() throws IOException {
        String webhooks = policy(Chart.render(""), "catalog-webhook-sink");
        assertThat(webhooks).contains("0.0.0.0/0", "10.0.0.0/8", "169.254.0.0/16", port(443), port(8443));
        assertThat(policy(Chart.render("", Map.of("settings.allowPrivateWebhooks", true)), "catalog-webhook-sink"))
                .doesNotContain("0.0.0.0/0");
        assertThat(policy(Chart.render(""), "catalog-streams-app")).doesNotContain("0.0.0.0/0");
    }

    @Test
    void policies_open_the_ports_of_the_addresses_unless_others_are_named() throws IOException {
        assertThat(policy(Chart.render("production"), "catalog-streams-app")).contains(port(9093), port(443));
        assertThat(policy(Chart.render(Chart.EVERY_OPTION), "catalog-streams-app"))
                .contains(port(9095), port(8443))
                .doesNotContain(port(9093), port(443));
    }

    @Test
    void metrics_are_scraped_of_every_application_under_its_name_as_job() throws IOException {
        Manifests manifests = Chart.render(Chart.EVERY_OPTION);
        ServiceMonitor monitor = manifests.all(ServiceMonitor.class).get(0);
        assertThat(monitor.getSpec().getJobLabel()).isEqualTo("app.kubernetes.io/component");
        String port = monitor.getSpec().getEndpoints().get(0).getPort();
        Set<String> jobs = new HashSet<>();
        for (Service service : manifests.all(Service.class)) {
            Map<String, String> labels = service.getMetadata().getLabels();
            assertThat(labels)
                    .containsAllEntriesOf(monitor.getSpec().getSelector().getMatchLabels());
            if (service.getSpec().getPorts().stream()
                    .anyMatch(own -> own.getName().equals(port))) {
                jobs.add(labels.get(monitor.getSpec().getJobLabel()));
            }
        }
        assertThat(jobs).isEqualTo(STATEFUL);
    }

    private static String policy(Manifests manifests, String name) {
        NetworkPolicy found = manifests.all(NetworkPolicy.class).stream()
                .filter(policy -> policy.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow();
        return new ObjectMapper().valueToTree(found.getSpec().getEgress()).toString();
    }

    private static String port(int number) {
        return "{\"port\":" + number + "}";
    }

    private static PodTemplateSpec selected(Manifests manifests, Map<String, String> labels) {
        List<PodTemplateSpec> pods = manifests.pods().values().stream()
                .filter(pod -> pod.getMetadata().getLabels().entrySet().containsAll(labels.entrySet()))
                .toList();
        assertThat(pods).as("%s", labels).hasSize(1);
        return pods.get(0);
    }

    private static Set<String> portNames(PodTemplateSpec pod) {
        Set<String> names = new HashSet<>();
        Manifests.container(pod).getPorts().stream().map(ContainerPort::getName).forEach(names::add);
        return names;
    }

    private static String port(Probe probe) {
        return probe.getHttpGet() == null
                ? probe.getTcpSocket().getPort().getStrVal()
                : probe.getHttpGet().getPort().getStrVal();
    }
}
