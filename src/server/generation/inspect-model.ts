import type { EngineWorkers } from '../providers/local/engine-workers.ts'
import { HttpError } from '../errors.ts'
import { readStats } from '../library/stored-stats.ts'
import type { InspectModel } from './run-task.ts'

const thumbnailSidePx = 512

/** Looks into models, whoever made them, in a thread of the engine. */
export const inspectWith =
  (engine: EngineWorkers): InspectModel =>
  async (glb, signal) => {
    const {
      stats: counted,
      thumbnail,
      issues,
    } = await engine.inspect({ type: 'inspect', glb, thumbnailSidePx }, { signal })
    const stats = readStats(counted)
    if (!stats) throw new HttpError('engine_failed', 'The figures of this model make no sense.')
    return { stats, issues: issues.messages, ...(thumbnail && { thumbnail }) }
  }
