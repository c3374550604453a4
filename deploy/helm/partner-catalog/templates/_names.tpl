{{/* With what follows the release's name, and the hash that StatefulSets append, names must fit into 63 characters. */}}
{{- define "partner-catalog.name" -}}
{{- if gt (len .root.Release.Name) 38 }}{{ fail "the release's name may have at most 38 characters" }}{{ end -}}
{{ .root.Release.Name }}-{{ .component }}
{{- end }}

{{- define "partner-catalog.selector" -}}
app.kubernetes.io/name: partner-catalog
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "partner-catalog.labels" -}}
{{ include "partner-catalog.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | quote }}
{{- end }}

{{- define "partner-catalog.metadata" -}}
name: {{ include "partner-catalog.name" . }}
namespace: {{ .root.Release.Namespace | quote }}
labels:
  {{- include "partner-catalog.labels" . | nindent 2 }}
{{- end }}

{{/* One may always be evicted: a single instance must not prevent its node from being drained. */}}
{{- define "partner-catalog.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "partner-catalog.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "partner-catalog.selector" . | nindent 6 }}
{{- end }}

{{- define "partner-catalog.spread" -}}
{{- $selector := include "partner-catalog.selector" . }}
topologySpreadConstraints:
  {{- range $key, $when := dict "kubernetes.io/hostname" .root.Values.spread.nodes "topology.kubernetes.io/zone" .root.Values.spread.zones }}
  - topologyKey: {{ $key }}
    maxSkew: 1
    whenUnsatisfiable: {{ $when }}
    labelSelector:
      matchLabels:
        {{- $selector | nindent 8 }}
  {{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "partner-catalog.unprivileged" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "partner-catalog.resources" -}}
resources:
  requests:
    cpu: {{ .cpu.request | quote }}
    memory: {{ .memoryMib }}Mi
  limits:
    {{- with .cpu.limit }}
    cpu: {{ . | quote }}
    {{- end }}
    memory: {{ .memoryMib }}Mi
{{- end }}
