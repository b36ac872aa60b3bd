import type { AssetNarrowing } from '#api/library.ts'
import { t } from '#languages/library.ts'

type NarrowingPart = { key: keyof AssetNarrowing; label: string }

export function getNarrowingParts(
  { folder, modelId, tag, starred, since, trash }: AssetNarrowing,
  nameOfModel: (id: string) => string,
): NarrowingPart[] {
  const parts: (NarrowingPart | false)[] = [
    trash === true && { key: 'trash', label: t('Trash') },
    folder !== undefined && { key: 'folder', label: folder },
    starred === true && { key: 'starred', label: t('Starred') },
    since !== undefined && { key: 'since', label: t('Made this week') },
    modelId !== undefined && { key: 'modelId', label: nameOfModel(modelId) },
    tag !== undefined && { key: 'tag', label: t('Tag: {tag}', { tag }) },
  ]
  return parts.filter((part) => part !== false)
}

const dayMs = 86_400_000

/**
 * Returns a filter for the last seven days. The filter starts at midnight, so that its results can
 * be cached.
 */
export function createWeekNarrowing(now = new Date()): AssetNarrowing {
  const since = new Date(now.getTime() - 7 * dayMs)
  since.setHours(0, 0, 0, 0)
  return { since: since.toISOString() }
}
