import type { ReactNode } from 'react'
import { formatBytes, formatCount, formatLength } from '#lib/format.ts'
import { t } from '#languages/viewer.ts'
import type { StatedFacts } from '#model-files/inspect/read-header-at.ts'

export function FactList({ facts, children }: { facts: StatedFacts; children?: ReactNode }) {
  const [width, height, depth] = facts.sizeMetres ?? []
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 tabular-nums">
      {facts.splats > 0 && <Fact name={t('Splats')}>{formatCount(facts.splats)}</Fact>}
      {facts.splats < facts.vertices && (
        <>
          {facts.triangles > 0 && <Fact name={t('Triangles')}>{formatCount(facts.triangles)}</Fact>}
          <Fact name={facts.triangles > 0 ? t('Vertices') : t('Points')}>
            {formatCount(facts.vertices)}
          </Fact>
        </>
      )}
      {width !== undefined && <Fact name={t('Width')}>{formatLength(width)}</Fact>}
      {height !== undefined && <Fact name={t('Height')}>{formatLength(height)}</Fact>}
      {depth !== undefined && <Fact name={t('Depth')}>{formatLength(depth)}</Fact>}
      <Fact name={t('Materials')}>{formatCount(facts.materials)}</Fact>
      <Fact name={t('File size')}>{formatBytes(facts.sizeBytes)}</Fact>
      <Fact name={t('Graphics memory')}>{formatBytes(facts.gpuBytes)}</Fact>
      {children}
      {facts.extensions.length > 0 && (
        <Fact name={t('Extensions')}>
          <ul>
            {facts.extensions.map((name) => (
              <li key={name} className="truncate font-mono text-xs/5" title={name}>
                {name}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  )
}

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-muted">{name}</dt>
    <dd className="min-w-0 text-end">{children}</dd>
  </>
)
