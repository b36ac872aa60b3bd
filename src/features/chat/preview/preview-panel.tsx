import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Code from 'lucide-react/icons/code'
import Download from 'lucide-react/icons/download'
import Eye from 'lucide-react/icons/eye'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { saveFile } from '#ui/save-file.ts'
import { drawingProblem } from '../diagrams/drawing-problem.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { createPreviewDocument, getPreviewFileName, type Preview } from './previews.ts'
import { usePanelKeys } from './use-panel-keys.ts'

type PreviewPanelProps = {
  preview: Preview
  opening: number
  versions: readonly string[]
  onChange: (preview: Preview) => void
  onClose: () => void
}

export function PreviewPanel({ preview, opening, versions, onChange, onClose }: PreviewPanelProps) {
  const { kind, code } = preview
  const [isSource, setIsSource] = useState(false)
  const [starts, setStarts] = useState(0)
  const at = versions.indexOf(code)
  const aside = usePanelKeys(opening, onClose)
  const show = (index: number) => {
    const next = versions[index]
    if (next !== undefined) onChange({ kind, code: next })
    // A button that becomes disabled at the last version loses the focus. Move the focus to the
    // panel.
    requestAnimationFrame(() => document.activeElement === document.body && aside.current?.focus())
  }
  return (
    <aside
      ref={aside}
      tabIndex={-1}
      aria-label="Preview"
      className="absolute inset-0 z-20 flex flex-col overflow-hidden bg-surface outline-none lg:static lg:ml-2 lg:w-[calc(100%-43.5rem)] lg:min-w-[45%] lg:shrink-0 lg:rounded-xl lg:shadow-segment"
    >
      <header className="flex h-13 shrink-0 items-center gap-0.5 border-b border-line px-2.5">
        <h2 className="min-w-0 flex-1 truncate px-1 text-base font-semibold">Preview</h2>
        {versions.length > 1 && (
          <>
            <IconButton
              label="Earlier version"
              disabled={at <= 0}
              icon={<ChevronLeft aria-hidden />}
              onClick={() => show(at - 1)}
            />
            {at >= 0 && (
              <span className="text-xs whitespace-nowrap text-ink-muted tabular-nums">
                <span className="sr-only">Version </span>
                {at + 1} of {versions.length}
              </span>
            )}
            <IconButton
              label="Later version"
              disabled={at < 0 || at === versions.length - 1}
              icon={<ChevronRight aria-hidden />}
              onClick={() => show(at + 1)}
            />
          </>
        )}
        <IconButton
          label="Start again"
          disabled={isSource}
          icon={<RotateCw aria-hidden />}
          onClick={() => setStarts(starts + 1)}
        />
        <IconButton
          label={isSource ? 'Show preview' : 'Show source'}
          icon={isSource ? <Eye aria-hidden /> : <Code aria-hidden />}
          onClick={() => setIsSource(!isSource)}
        />
        <IconButton
          label={`Download as ${getPreviewFileName(preview)}`}
          icon={<Download aria-hidden />}
          onClick={() =>
            saveFile(new Blob([code], { type: 'text/plain' }), getPreviewFileName(preview))
          }
        />
        <IconButton label="Close preview" icon={<X aria-hidden />} onClick={onClose} />
      </header>
      {isSource ? (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys.
          tabIndex={0}
          aria-label="Source"
          className="min-h-0 flex-1 overflow-auto p-3 font-mono text-xs leading-relaxed whitespace-pre-wrap"
        >
          {code}
        </pre>
      ) : (
        <Shown key={`${starts} ${code}`} preview={preview} />
      )}
    </aside>
  )
}

const Shown = ({ preview: { kind, code } }: { preview: Preview }) =>
  kind === 'mermaid' ? (
    <DiagramFrame source={code} />
  ) : (
    <PreviewFrame preview={createPreviewDocument({ kind, code })} />
  )

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
  if (!drawn.data) return <Spinner label="Drawing" className="m-4" />
  const { svg } = drawn.data
  return <PreviewFrame key={svg} preview={createPreviewDocument({ kind: 'svg', code: svg })} />
}
