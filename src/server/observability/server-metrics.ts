import { appBuild, appVersion } from '#lib/app-version.ts'
import { createMetrics } from './metrics.ts'

export const metrics = createMetrics({
  bozzetto_requests_total: 'Requests, by method, route and status.',
  bozzetto_request_seconds: 'Time until a request was fully answered, streams included.',
  bozzetto_upstream_seconds: 'Time until another service sent its response headers.',
  bozzetto_upstream_total: 'Requests to other services, by host and outcome.',
  bozzetto_tasks_ended_total: '3D tasks that have ended, by model and status.',
  bozzetto_sign_ins_total: 'Attempts to sign in, by outcome.',
  bozzetto_errors_total: 'Errors in the log.',
})

metrics.gauge('process_resident_memory_bytes', 'Memory of this process.', () =>
  process.memoryUsage.rss(),
)
metrics.gauge('process_uptime_seconds', 'Uptime of this process.', () => process.uptime())

metrics.collect('process', () => {
  const { user, system } = process.cpuUsage()
  return [
    {
      name: 'bozzetto_build_info',
      help: 'Always 1; the labels name the version and the commit.',
      type: 'gauge',
      values: [{ labels: { version: appVersion, build: appBuild }, value: 1 }],
    },
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of this process.',
      type: 'counter',
      values: [{ value: (user + system) / 1e6 }],
    },
  ]
})
