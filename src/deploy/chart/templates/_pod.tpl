{{- define "bozzetto.pod" -}}
{{- $root := .root -}}
metadata:
  labels:
    app.kubernetes.io/name: bozzetto
    app.kubernetes.io/instance: {{ $root.Release.Name }}
    app.kubernetes.io/component: {{ .component }}
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
        - secretRef: { name: {{ $root.Values.secretName | quote }} }
      env:
        - { name: BOZZETTO_ROLE, value: {{ .role }} }
        - { name: BOZZETTO_QUEUES, value: {{ .queues | default "" | quote }} }
        - { name: BOZZETTO_DRAIN_SECONDS, value: {{ $root.Values.drainSeconds | quote }} }
        {{- range $name, $value := $root.Values.env }}
        - { name: {{ $name | quote }}, value: {{ $value | quote }} }
        {{- end }}
      ports:
        - { name: http, containerPort: 5310 }
      startupProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 2
        failureThreshold: 150
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 3
      livenessProbe:
        httpGet: { path: /healthz, port: http }
      resources: {{ toYaml .resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - { name: data, emptyDir: {} }
    - { name: tmp, emptyDir: {} }
{{- end }}
