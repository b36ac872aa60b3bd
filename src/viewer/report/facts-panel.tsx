import type { ReactNode } from 'react'
import { sayBytes, sayCount, sayLength } from '#lib/format.ts'
import type { PanelProps } from '../desk/desk-state.ts'
import { PictureList } from './picture-list.tsx'
import { ReportView } from './report-view.tsx'

/** What is in the file, and what is wrong with it. */
export function FactsPanel({ desk }: PanelProps) {
  const { loaded, model } = desk
  if (!loaded) return <p className="text-ink-muted">The model is still on its way.</p>
  const [width, height, depth] = loaded.sizeMetres
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 tabular-nums">
        {loaded.splats > 0 && <Fact name="Splats">{sayCount(loaded.splats)}</Fact>}
        {loaded.splats < loaded.vertices && (
          <>
            <Fact name="Triangles">{sayCount(loaded.triangles)}</Fact>
            <Fact name="Points">{sayCount(loaded.vertices)}</Fact>
          </>
        )}
        <Fact name="Width">{sayLength(width)}</Fact>
        <Fact name="Height">{sayLength(height)}</Fact>
        <Fact name="Depth">{sayLength(depth)}</Fact>
        <Fact name="Materials">{sayCount(loaded.materials)}</Fact>
        <Fact name="File">{sayBytes(loaded.sizeBytes)}</Fact>
        <Fact name="Graphics memory">{sayBytes(loaded.gpuBytes)}</Fact>
        {loaded.extensions.length > 0 && (
          <Fact name="Extensions">
            <ul>
              {loaded.extensions.map((name) => (
                <li key={name} className="truncate font-mono text-xs/5" title={name}>
                  {name}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      {loaded.problems.map((problem) => (
        <p key={problem} className="rounded-lg bg-warning-soft px-3 py-2 text-warning">
          {problem}
        </p>
      ))}
      {loaded.triangles > 0 ? (
        <ReportView desk={desk} />
      ) : (
        loaded.splats > 0 && (
          <p className="text-pretty text-ink-muted">
            Splats have no surface that could be checked.
          </p>
        )
      )}
      {loaded.pictures.length > 0 && (
        <PictureList url={model.url} title={model.title} pictures={loaded.pictures} />
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-muted">{name}</dt>
    <dd className="min-w-0 text-right">{children}</dd>
  </>
)
