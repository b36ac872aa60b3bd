import type { EngineWorkers } from '../providers/local/engine-workers.ts'
import type { InspectModel } from './run-task.ts'

const thumbnailSidePx = 512

/** Looks into models, whoever made them, in a thread of the engine. */
export const inspectWith =
  (engine: EngineWorkers): InspectModel =>
  async (glb, signal) => {
    const { stats, thumbnail, issues } = await engine.inspect(
      { type: 'inspect', glb, thumbnailSidePx },
      { signal },
    )
    return { stats, issues: issues.messages, ...(thumbnail && { thumbnail }) }
  }
