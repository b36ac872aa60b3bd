import type { Asset } from '#contract/assets.ts'
import { isSplatsOnly, formatBytes, formatCount, formatLength } from '#lib/format.ts'
import { Facts, type FactRow } from './facts.tsx'

export function AssetFacts({ asset: { stats, sizeBytes, createdAt } }: { asset: Asset }) {
  const made: FactRow = ['Created', new Date(createdAt).toLocaleString('en-GB', madeFormat)]
  const size: FactRow = ['File size', formatBytes(sizeBytes)]
  if (!stats) return <Facts facts={[size, made]} />
  const [x, y, z] = stats.boundsMax.map((high, axis) => high - (stats.boundsMin[axis] ?? 0))
  const extents = [x, y, z].map((length) => formatLength(length ?? 0)).join(' × ')
  const textures = stats.textures.map(
    ({ name, widthPx, heightPx }) => `${name === '' ? 'Texture' : name} ${widthPx} × ${heightPx}`,
  )
  const surface: FactRow[] = isSplatsOnly(stats)
    ? [['Splats', formatCount(stats.vertices)]]
    : [
        ['Triangles', formatCount(stats.triangles)],
        ['Vertices', formatCount(stats.vertices)],
      ]
  return (
    <Facts
      facts={[
        ...surface,
        ['Width × height × depth', extents],
        ['Textures', textures.length === 0 ? 'none' : textures.join(', ')],
        size,
        made,
      ]}
    />
  )
}

const madeFormat: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
