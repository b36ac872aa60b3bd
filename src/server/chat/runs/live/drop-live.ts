import type { LiveRun } from './live-run.ts'
import type { RunContext } from '../run-context.ts'

/** Lets go of a run that goes on elsewhere: nothing more of it is written here, and its followers come back. */
export function dropLive(
  { registry, pieces }: Pick<RunContext, 'registry' | 'pieces'>,
  live: LiveRun,
): void {
  live.halt()
  void pieces.release(live)
  registry.forget(live)
  live.leave()
}
