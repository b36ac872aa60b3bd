{{- define "bozzetto.pod" -}}
{{- $root := .root -}}
metadata:
  labels:
    app.kubernetes.io/name: bozzetto
    app.kubernetes.io/instance: {{ $root.Release.Name }}
    app.kubernetes.io/component: {{ .component }}
  {{- with $root.Values.secrets }}
  annotations:
    checksum/secret: {{ toYaml . | sha256sum }}
  {{- end }}
spec:
  # The rest is for what is written when it ends.
  terminationGracePeriodSeconds: {{ add $root.Values.drainSeconds 30 }}
  automountServiceAccountToken: false
  {{- with .nodeSelector }}
  nodeSelector: {{ toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: bozzetto
      image: {{ required "image: the address of the image" $root.Values.image | quote }}
      envFrom:
        - secretRef: { name: {{ include "bozzetto.secret" $root | quote }} }
      env:
        {{- if .role }}
        - { name: BOZZETTO_ROLE, value: {{ .role }} }
        - { name: BOZZETTO_QUEUES, value: {{ .queues | default "" | quote }} }
        {{- end }}
        - { name: BOZZETTO_DRAIN_SECONDS, value: {{ $root.Values.drainSeconds | quote }} }
        {{- range $name, $value := $root.Values.env }}
        - { name: {{ $name | quote }}, value: {{ include "bozzetto.text" $value | quote }} }
        {{- end }}
      ports:
        - { name: http, containerPort: 5310 }
      # A check of the database or the bucket may take 3 s before it counts as failed.
      startupProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 4
        timeoutSeconds: 4
        failureThreshold: 75
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 4
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      resources: {{ toYaml .resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    {{- with .claim }}
    - { name: data, persistentVolumeClaim: { claimName: {{ . }} } }
    {{- else }}
    - { name: data, emptyDir: {} }
    {{- end }}
    - { name: tmp, emptyDir: {} }
{{- end }}

{{- define "bozzetto.secret" -}}
{{- if .Values.secrets }}{{ .Release.Name }}{{ else }}{{ .Values.secretName }}{{ end -}}
{{- end }}

{{- /* Helm reads a large number as a float, which `quote` writes as 2e+10. */}}
{{- define "bozzetto.text" -}}
{{- if kindIs "string" . }}{{ . }}{{ else }}{{ toYaml . }}{{ end -}}
{{- end }}
