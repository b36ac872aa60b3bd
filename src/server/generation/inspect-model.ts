import type { EngineWorkers } from '../engine/engine-workers.ts'
import { HttpError } from '../errors/http-error.ts'
import { readStats } from '../reading/stored-stats.ts'
import type { InspectModel } from '../ports/inspect-model.ts'

const thumbnailSidePx = 512

export const inspectWith =
  (engine: EngineWorkers): InspectModel =>
  async (glb, signal) => {
    const {
      stats: counted,
      thumbnail,
      issues,
    } = await engine.inspect({ type: 'inspect', glb, thumbnailSidePx }, { signal })
    const stats = readStats(counted)
    if (!stats) throw new HttpError('engine_failed', 'The figures of this model are not valid.')
    return { stats, issues: issues.messages, ...(thumbnail && { thumbnail }) }
  }
