import type { Env } from '../env.ts'
import { log, openLog } from './log.ts'
import { createTraceExporter } from './trace-exporter.ts'
import { sendSpansTo } from './tracing.ts'

/**
 * Starts the log, and starts traces if a collector is configured.
 * @returns a function that flushes and stops both.
 */
export function openObservability(env: Env, output: NodeJS.WriteStream = process.stdout) {
  const closeLog = openLog({
    level: env.BOZZETTO_LOG,
    isReadable: output.isTTY,
    secrets: [
      env.BOZZETTO_PASSWORD,
      env.BOZZETTO_SECRET,
      env.BOZZETTO_MASTER_KEY,
      env.BOZZETTO_GATEWAY_KEY,
      env.BOZZETTO_OPENAI_KEY,
      ...env.BOZZETTO_API_KEYS,
    ],
    write: (line) => void output.write(line),
  })
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const exporter =
    endpoint === undefined
      ? undefined
      : createTraceExporter({
          endpoint,
          serviceName: env.OTEL_SERVICE_NAME,
          onLost: (reason, count) => log().debug({ reason, count }, 'Spans were dropped.'),
        })
  sendSpansTo(exporter)
  return async (): Promise<void> => {
    sendSpansTo(undefined)
    await exporter?.close()
    closeLog()
  }
}
