import type { LiveRun } from './live-run.ts'
import type { RunContext } from '../run-context.ts'

/**
 * Removes an answer from this process because another server continues it. Its readers reconnect.
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
