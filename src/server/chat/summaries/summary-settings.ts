import { defaultSummarySettings, type SummarySettings } from '#contract/chat/summaries.ts'
import { storable } from '../../store/storable.ts'
import { summarySettings } from '../../store/schema.ts'
import type { Database } from '../../store/store.ts'

export async function readSummarySettings(db: Database): Promise<SummarySettings> {
  const [row] = await db.select().from(summarySettings)
  if (!row) return defaultSummarySettings
  const { isAutomatic, modelId, usdMax } = row
  return { isAutomatic, usdMax, ...(modelId !== null && { modelId }) }
}

export async function storeSummarySettings(
  db: Database,
  { isAutomatic, modelId, usdMax }: SummarySettings,
): Promise<SummarySettings> {
  const set = { isAutomatic, usdMax, modelId: modelId === undefined ? null : storable(modelId) }
  await db
    .insert(summarySettings)
    .values(set)
    .onConflictDoUpdate({ target: summarySettings.ownerId, set })
  return readSummarySettings(db)
}
