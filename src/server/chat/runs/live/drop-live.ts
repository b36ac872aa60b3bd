import type { LiveRun } from './live-run.ts'
import type { RunContext } from '../run-context.ts'

/**
 * Releases a run that continues on another server: it is no longer written here, and its followers
 * reconnect.
 */
export function dropLive(
  { registry, pieces }: Pick<RunContext, 'registry' | 'pieces'>,
  live: LiveRun,
): void {
  live.halt()
  void pieces.release(live)
  registry.forget(live)
  live.leave()
}
