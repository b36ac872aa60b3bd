import type { UpstreamService } from '../../ports/upstream-service.ts'

/** What every request to a service needs. */
export type ClientConnection = {
  service: UpstreamService
  headers: () => Record<string, string>
  /** Never quoted in an error. */
  secrets: readonly string[]
}
