import type { Asset, ModelStats } from '#contract/assets.ts'
import {
  isSplatsOnly,
  formatBytes,
  formatCount,
  formatDateTime,
  formatLength,
  joinWithCommas,
} from '#lib/format.ts'
import { t } from '#languages/library.ts'
import { Facts, type FactRow } from '#ui/layout/facts.tsx'

export function AssetFacts({ asset: { stats, sizeBytes, createdAt } }: { asset: Asset }) {
  const made: FactRow = [t('Created'), formatDateTime(createdAt)]
  const size: FactRow = [t('File size'), formatBytes(sizeBytes)]
  if (!stats) return <Facts facts={[size, made]} />
  const textures = stats.textures.map(
    ({ name, widthPx, heightPx }) =>
      `${name === '' ? t('Texture') : name} ${widthPx} × ${heightPx}`,
  )
  const surface: FactRow[] = isSplatsOnly(stats)
    ? [[t('Splats'), formatCount(stats.vertices)]]
    : [
        [t('Triangles'), formatCount(stats.triangles)],
        [t('Vertices'), formatCount(stats.vertices)],
      ]
  return (
    <Facts
      facts={[
        ...surface,
        [t('Width × height × depth'), describeExtents(stats)],
        [t('Textures'), textures.length === 0 ? t('none') : joinWithCommas(textures)],
        size,
        made,
      ]}
    />
  )
}

/** Describes width, height and depth, such as `12 cm × 20 cm × 9 cm`. */
export const describeExtents = ({ boundsMin, boundsMax }: ModelStats): string =>
  boundsMax.map((high, axis) => formatLength(high - (boundsMin[axis] ?? 0))).join(' × ')
