import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatCount } from '#lib/format.ts'
import { parseCsv } from '#lib/parse-csv.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/app.ts'
import { drawingProblem } from '../diagrams/drawing-problem.ts'
import { Markdown } from '../markdown/draw/markdown.tsx'
import { finishedMarkdown } from '../markdown/streaming/blocks.ts'
import { OpenPreview } from '../preview-kinds/preview-button.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import type { Preview } from '../preview-kinds/preview-kinds.ts'
import { createPreviewDocument } from './previews.ts'

type PreviewContentProps = {
  preview: Preview
  widthPx: number | undefined
}

/** Renders a document. Uses a sandboxed frame if the document may contain scripts. */
export function PreviewContent({ preview, widthPx }: PreviewContentProps) {
  const { kind, code } = preview
  if (kind === 'mermaid') return <DiagramFrame source={code} />
  if (kind === 'csv' || kind === 'tsv') return <CsvTable code={code} />
  if (kind === 'markdown') return <MarkdownPage code={code} />
  return <PreviewFrame preview={createPreviewDocument(preview)} widthPx={widthPx} />
}

const scrollClass = 'min-h-0 flex-1 overflow-auto -outline-offset-2'

function MarkdownPage({ code }: { code: string }) {
  const markdown = useMemo(() => finishedMarkdown(code), [code])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
    <article aria-label={t('Text')} tabIndex={0} className={scrollClass}>
      <div className="mx-auto max-w-180 px-6 py-5">
        <OpenPreview value={undefined}>
          <Markdown markdown={markdown} />
        </OpenPreview>
      </div>
    </article>
  )
}

/** Maximum number of rendered table rows. More rows would make the page slow. */
const rowsMax = 1_000

function CsvTable({ code }: { code: string }) {
  const [head = [], ...rows] = useMemo(() => parseCsv(code), [code])
  const isNumber = head.map((_, column) =>
    rows.every((row) => row[column] === '' || Number.isFinite(Number(row[column] ?? ''))),
  )
  const getClass = (column: number) =>
    `border-b border-line px-3 py-1.5 whitespace-nowrap ${isNumber[column] ? 'text-end tabular-nums' : 'text-start'}`
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll. */}
      <section aria-label={t('Table')} tabIndex={0} className={scrollClass}>
        <table className="min-w-full border-separate border-spacing-0 text-sm">
          <thead className="sticky top-0 bg-surface-sunken">
            <tr>
              {head.map((name, column) => (
                <th key={column} scope="col" className={`${getClass(column)} font-medium`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, rowsMax).map((row, at) => (
              <tr key={at}>
                {row.map((field, column) => (
                  <td key={column} className={getClass(column)}>
                    {field}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <footer className="flex h-10 shrink-0 items-center border-t border-line px-4 text-xs text-ink-muted">
        {rows.length > rowsMax
          ? t('The first {rowsMax} of {rowsCount} rows. The saved file has all.', {
              rowsMax: formatCount(rowsMax),
              rowsCount: formatCount(rows.length),
            })
          : t(
              '{rows, plural, one {# row} other {# rows}}, {columns, plural, one {# column} other {# columns}}',
              { rows: rows.length, columns: head.length },
            )}
      </footer>
    </>
  )
}

/** Renders a diagram outside the frame, because the frame cannot load Mermaid. */
function DiagramFrame({ source }: { source: string }) {
  const drawn = useQuery({
    queryKey: ['diagram', source],
    queryFn: async () => {
      const { drawDiagram } = await import('../diagrams/draw-diagram.ts')
      return drawDiagram(source, 'light')
    },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (drawn.error) {
    return (
      <p role="alert" className="p-4 text-ink-muted">
        {drawingProblem(drawn.error)}
      </p>
    )
  }
  if (!drawn.data) return <Spinner label={t('Drawing')} className="m-4" />
  const { svg } = drawn.data
  return <PreviewFrame key={svg} preview={createPreviewDocument({ kind: 'svg', code: svg })} />
}
