{{/* Settings by their names in values.yaml, as the environment variables of the program. Whole numbers may be floats here. */}}
{{- define "partner-catalog.settings" -}}
{{- range $name, $value := . }}
- name: CATALOG_{{ snakecase $name | upper }}
  value: {{ if and (kindIs "float64" $value) (eq (floor $value) $value) }}{{ int64 $value | toString | quote }}{{ else if kindIs "slice" $value }}{{ join "," $value | quote }}{{ else }}{{ toString $value | quote }}{{ end }}
{{- end }}
{{- end }}

{{/* A pod that runs the program. Arguments: root, component and values; optional: ports by name, stateful, the Secrets masterKey
     and token, and a command with graceSeconds. */}}
{{- define "partner-catalog.pod" -}}
{{- $values := .root.Values }}
{{- $own := .values }}
{{- $kafkaSecret := $own.kafkaSecret | default $values.kafka.secret }}
{{- $memory := 0 }}
{{- range $own.memory }}{{ $memory = add $memory (int64 .) }}{{ end }}
{{- $mounts := dict }}
{{- with $kafkaSecret }}{{ $_ := set $mounts "kafka" (list .) }}{{ end }}
{{- with $values.registry.authorizationSecret }}{{ $_ := set $mounts "registry" (list .) }}{{ end }}
{{- with $values.trust.secrets }}{{ $_ := set $mounts "trust" . }}{{ end }}
{{- with .masterKey }}{{ $_ := set $mounts "master-key" (list .) }}{{ end }}
{{- with .token }}{{ $_ := set $mounts "token" (list .) }}{{ end }}
# The labels contain no release, so that a new chart alone restarts nothing.
metadata:
  labels:
    {{- include "partner-catalog.selector" . | nindent 4 }}
spec:
  # It doesn't use the Kubernetes API.
  automountServiceAccountToken: false
  # The variables of a Service called "catalog-..." would look like settings.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ .graceSeconds | default 30 }}
  securityContext:
    runAsNonRoot: true
    # The image's user.
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    # State folders have many files, and the correct owner after the first start.
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  {{- include "partner-catalog.spread" . | nindent 2 }}
  containers:
    - name: {{ .component }}
      image: {{ printf "%s:%s" $values.image.repository ($own.imageTag | default $values.image.tag | default .root.Chart.AppVersion) | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      {{- with .command }}
      command: {{ toJson . }}
      {{- else }}
      args: [{{ .component }}]
      {{- end }}
      env:
        - name: CATALOG_KAFKA
          value: {{ $values.kafka.brokers | quote }}
        - name: CATALOG_REGISTRY
          value: {{ $values.registry.url | quote }}
        {{- if $kafkaSecret }}
        - name: CATALOG_KAFKA_CONFIG
          value: /etc/partner-catalog/kafka/client.properties
        {{- end }}
        {{- if $values.registry.authorizationSecret }}
        - name: CATALOG_REGISTRY_AUTHORIZATION
          value: /etc/partner-catalog/registry/authorization
        {{- end }}
        {{- if .masterKey }}
        - name: CATALOG_SECRETS
          value: /etc/partner-catalog/master-key/master.key
        {{- end }}
        {{- if .token }}
        - name: CATALOG_TOKEN_FILE
          value: /etc/partner-catalog/token/console.token
        {{- end }}
        {{- if .ports }}
        - name: CATALOG_HOST
          value: 0.0.0.0
        {{- range $name, $port := .ports }}
        - name: CATALOG_{{ upper $name }}_PORT
          value: {{ $port | quote }}
        {{- end }}
        {{- end }}
        {{- if .stateful }}
        # A subfolder, because a volume may have other content at its root.
        - name: CATALOG_STATE_DIR
          value: /var/lib/partner-catalog/state
        - name: CATALOG_STORE_MEMORY_MIB
          value: {{ int64 $own.memory.storesMib | quote }}
        {{- with $values.zoneLabel }}
        - name: CATALOG_ZONE
          valueFrom:
            fieldRef:
              fieldPath: metadata.labels['{{ . }}']
        {{- end }}
        {{- end }}
        - name: CATALOG_JAVA_OPTIONS
          value: {{ printf "-Xmx%dm%s %s" (int64 $own.memory.heapMib) (ternary (printf " -Djavax.net.ssl.trustStore=/etc/partner-catalog/trust/%s" $values.trust.javaTrustStore) "" (ne $values.trust.javaTrustStore "")) $own.javaOptions | trim | quote }}
        {{- include "partner-catalog.settings" $values.settings | nindent 8 }}
        {{- include "partner-catalog.settings" (default dict $own.settings) | nindent 8 }}
      {{- with .ports }}
      ports:
        {{- range $name, $port := . }}
        - name: {{ $name }}
          containerPort: {{ $port }}
        {{- end }}
      {{- end }}
      {{- if .stateful }}
      # It waits for topics, and reads what it lacks, before it is ready; it is live before that.
      startupProbe:
        httpGet:
          path: /internal/live
          port: internal
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 120
      livenessProbe:
        httpGet:
          path: /internal/live
          port: internal
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 3
      readinessProbe:
        httpGet:
          path: /internal/ready
          port: internal
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      {{- else if .ports }}
      # It has no probe endpoints: it is ready once it listens.
      readinessProbe:
        tcpSocket:
          port: console
        periodSeconds: 5
      livenessProbe:
        tcpSocket:
          port: console
        periodSeconds: 10
        # Includes the start of Java.
        failureThreshold: 6
      {{- end }}
      {{- include "partner-catalog.resources" (dict "cpu" $own.cpu "memoryMib" $memory) | nindent 6 }}
      {{- include "partner-catalog.unprivileged" . | nindent 6 }}
      volumeMounts:
        # RocksDB and the codecs of Kafka's records unpack native libraries there and execute them.
        - name: tmp
          mountPath: /tmp
        {{- if .stateful }}
        - name: state
          mountPath: /var/lib/partner-catalog
        {{- end }}
        {{- range $name, $_ := $mounts }}
        - name: {{ $name }}
          mountPath: /etc/partner-catalog/{{ $name }}
          readOnly: true
        {{- end }}
  volumes:
    - name: tmp
      emptyDir:
        sizeLimit: 256Mi
    {{- range $name, $secrets := $mounts }}
    - name: {{ $name }}
      projected:
        # Only for the group of the volumes.
        defaultMode: 0440
        sources:
          {{- range $secrets }}
          - secret:
              name: {{ . | quote }}
          {{- end }}
    {{- end }}
{{- end }}

{{/* An application with a state folder, its Service, and its disruption budget. */}}
{{- define "partner-catalog.application" -}}
{{- $application := merge (dict "stateful" true) . }}
apiVersion: v1
kind: Service
metadata:
  {{- include "partner-catalog.metadata" . | nindent 2 }}
spec:
  clusterIP: None
  # The load balancer checks instances itself, and metrics show why one isn't ready.
  publishNotReadyAddresses: true
  selector:
    {{- include "partner-catalog.selector" . | nindent 4 }}
  ports:
    {{- range $name, $port := .ports }}
    - name: {{ $name }}
      port: {{ $port }}
      targetPort: {{ $name }}
    {{- end }}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  {{- include "partner-catalog.metadata" . | nindent 2 }}
spec:
  {{- if not .scaled }}
  replicas: {{ int64 .values.replicas }}
  {{- end }}
  serviceName: {{ include "partner-catalog.name" . }}
  # All start at once. Updates still happen one after the other, each when the previous one is ready.
  podManagementPolicy: Parallel
  persistentVolumeClaimRetentionPolicy:
    whenDeleted: Retain
    whenScaled: Retain
  selector:
    matchLabels:
      {{- include "partner-catalog.selector" . | nindent 6 }}
  template:
    {{- include "partner-catalog.pod" $application | nindent 4 }}
  volumeClaimTemplates:
    - metadata:
        name: state
        labels:
          {{- include "partner-catalog.selector" . | nindent 10 }}
      spec:
        accessModes: [ReadWriteOnce]
        {{- with .values.storage.className }}
        storageClassName: {{ . | quote }}
        {{- end }}
        resources:
          requests:
            storage: {{ .values.storage.size | quote }}
---
{{ include "partner-catalog.disruptionBudget" . }}
{{- end }}
