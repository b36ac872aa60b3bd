import { createMetrics } from './metrics.ts'

export const metrics = createMetrics({
  bozzetto_requests_total: 'Requests, by method, route and status.',
  bozzetto_request_seconds: 'Time until a request was fully answered, streams included.',
  bozzetto_upstream_seconds: 'Time until another service sent its response headers.',
  bozzetto_upstream_total: 'Requests to other services, by host and outcome.',
  bozzetto_tasks_ended_total: '3D tasks that have ended, by model and status.',
  bozzetto_sign_ins_total: 'Attempts to sign in, by outcome.',
})

metrics.gauge('process_resident_memory_bytes', 'Memory of this process.', () =>
  process.memoryUsage.rss(),
)
metrics.gauge('process_cpu_seconds_total', 'Processor time of this process.', () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
})
metrics.gauge('process_uptime_seconds', 'Uptime of this process.', () => process.uptime())
