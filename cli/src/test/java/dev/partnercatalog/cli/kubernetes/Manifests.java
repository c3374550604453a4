package dev.partnercatalog.cli.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What Helm rendered, as Kubernetes' own types: a field or kind that they don't know is rejected. */
record Manifests(List<HasMetadata> objects) {

    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "v1/ConfigMap", ConfigMap.class,
            "v1/Service", Service.class,
            "apps/v1/StatefulSet", StatefulSet.class,
            "apps/v1/Deployment", Deployment.class,
            "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class,
            "autoscaling/v2/HorizontalPodAutoscaler", HorizontalPodAutoscaler.class,
            "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
            "networking.k8s.io/v1/Ingress", Ingress.class,
            "monitoring.coreos.com/v1/ServiceMonitor", ServiceMonitor.class,
            "monitoring.coreos.com/v1/PrometheusRule", PrometheusRule.class);

    /** The types keep what they don't know, unless configured not to. */
    static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            })
            .build();

    static Manifests read(String rendered) throws IOException {
        List<HasMetadata> objects = new ArrayList<>();
        for (JsonNode node : yaml(rendered)) {
            String kind =
                    node.path("apiVersion").asText() + "/" + node.path("kind").asText();
            objects.add(STRICT.treeToValue(node, Objects.requireNonNull(KINDS.get(kind), kind)));
        }
        return new Manifests(objects);
    }

    /** The documents in a text that aren't empty. */
    static List<JsonNode> yaml(String text) throws IOException {
        List<JsonNode> nodes = new YAMLMapper()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(text)
                .readAll();
        nodes.removeIf(JsonNode::isEmpty);
        return nodes;
    }

    <T extends HasMetadata> List<T> all(Class<T> kind) {
        return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The pods by the application that runs in them, or by what else does. */
    Map<String, PodTemplateSpec> pods() {
        Map<String, PodTemplateSpec> pods = new LinkedHashMap<>();
        all(StatefulSet.class)
                .forEach(set -> pods.put(component(set), set.getSpec().getTemplate()));
        all(Deployment.class)
                .forEach(set -> pods.put(component(set), set.getSpec().getTemplate()));
        return pods;
    }

    PodTemplateSpec pod(String component) {
        return Objects.requireNonNull(pods().get(component), component);
    }

    static Container container(PodTemplateSpec pod) {
        return pod.getSpec().getContainers().get(0);
    }

    /** Variables with their values; those that Kubernetes fills in are empty. */
    static Map<String, String> environment(PodTemplateSpec pod) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (EnvVar variable : container(pod).getEnv()) {
            String before = environment.put(variable.getName(), Objects.requireNonNullElse(variable.getValue(), ""));
            if (before != null) {
                throw new IllegalStateException(variable.getName() + " is set twice");
            }
        }
        return environment;
    }

    static String component(HasMetadata object) {
        return Objects.requireNonNull(object.getMetadata().getLabels().get("app.kubernetes.io/component"));
    }
}
