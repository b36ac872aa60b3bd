import { formatBytes, formatCount } from '#lib/format.ts'
import type { Weight } from '#model-files/optimize/optimize-options.ts'
import { t } from '#languages/viewer.ts'

export function WeightTable({ before, after }: { before: Weight; after: Weight }) {
  const rows: readonly (readonly [string, string, string])[] = [
    [t('File'), formatBytes(before.sizeBytes), formatBytes(after.sizeBytes)],
    [t('Triangles'), formatCount(before.triangles), formatCount(after.triangles)],
    [t('Textures'), formatBytes(before.textureBytes), formatBytes(after.textureBytes)],
    [t('Largest texture'), `${before.texturePx} px`, `${after.texturePx} px`],
  ]
  return (
    <table className="w-full text-end tabular-nums">
      <thead className="text-xs text-ink-faint">
        <tr>
          <td aria-label={t('Property')} />
          <th scope="col" className="font-normal">
            {t('Before')}
          </th>
          <th scope="col" className="font-normal">
            {t('After')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, was, is]) => (
          <tr key={name}>
            <th scope="row" className="py-0.5 text-start font-normal text-ink-muted">
              {name}
            </th>
            <td>{was}</td>
            <td className="font-medium">{is}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
