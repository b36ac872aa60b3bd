import { t } from '#languages/app.ts'
import { CodeView } from './code-view.tsx'
import { PythonBlock } from '../../../python/python-block.tsx'
import { PreviewButton } from '../../../preview-kinds/preview-button.tsx'
import { getPreviewKind } from '../../../preview-kinds/preview-kinds.ts'
import type { Groups } from '../../parse/block.ts'
import { MathView } from '../../extras/math-view.tsx'
import Code from 'lucide-react/icons/code'
import Workflow from 'lucide-react/icons/workflow'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import type { Diagram } from '../../../diagrams/draw-diagram.ts'
import { drawingProblem } from '../../../diagrams/drawing-problem.ts'
import { usePageTheme } from '../../../diagrams/page-theme.ts'
import FileCode2 from 'lucide-react/icons/file-code-corner'
import ImageDown from 'lucide-react/icons/image-down'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { showToast } from '#ui/feedback/toasts.ts'
import { saveFile } from '#ui/save-file.ts'

const isPython = (language: string): boolean => /^(?:python3?|py)$/i.test(language)

type FencedViewProps = {
  language: string
  lines: Groups<string>
  isOpen: boolean
}

export function FencedView({ language, lines, isOpen }: FencedViewProps) {
  if (!isOpen && language === 'math') return <MathView tex={lines.flat().join('\n')} isDisplay />
  if (!isOpen && language === 'mermaid') return <DiagramView lines={lines} />
  if (!isOpen && isPython(language)) {
    return (
      <PythonBlock code={lines.flat().join('\n')}>
        {(button) => (
          <CodeView language={language} lines={lines} isOpen={isOpen}>
            {button}
          </CodeView>
        )}
      </PythonBlock>
    )
  }
  const kind = isOpen ? undefined : getPreviewKind(language, () => lines.flat().join('\n'))
  return (
    <CodeView language={language} lines={lines} isOpen={isOpen}>
      {kind && <PreviewButton kind={kind} lines={lines} />}
    </CodeView>
  )
}

/**
 * A diagram is drawn after this many milliseconds without a change, because drawing each change
 * would be slow.
 */
const quietMs = 250

/**
 * Minimum width in CSS pixels to which a diagram shrinks. A wider diagram scrolls, so that its text
 * stays legible.
 */
const legibleWidth = 520

const largeScale = 2

type Drawn = Diagram & { url: string }

export function DiagramView({ lines }: { lines: Groups<string> }) {
  const source = lines.flat().join('\n')
  const [isSource, setIsSource] = useState(false)
  const [isLarge, setIsLarge] = useState(false)
  const { box, drawn, problem } = useDiagram(source)
  return (
    <div ref={box} data-diagram="">
      {drawn && !isSource ? (
        <div data-code="" data-large={isLarge || undefined}>
          <div data-code-bar="">
            <span>{t('Diagram')}</span>
            <PreviewButton kind="mermaid" lines={lines} />
            <DiagramActions drawn={drawn} isLarge={isLarge} onLarge={setIsLarge} />
            <IconButton
              size="sm"
              label={t('Show source')}
              icon={<Code aria-hidden />}
              onClick={() => setIsSource(true)}
            />
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- keyboard users must be able to scroll. */}
          <div data-drawing="" tabIndex={0} role="group" aria-label={t('Diagram')}>
            <img
              src={drawn.url}
              width={Math.round(drawn.width * (isLarge ? largeScale : 1))}
              height={Math.round(drawn.height * (isLarge ? largeScale : 1))}
              style={{
                minWidth: isLarge ? drawn.width * largeScale : Math.min(drawn.width, legibleWidth),
              }}
              alt={t('Diagram: {source}', { source: source.slice(0, 500) })}
            />
          </div>
        </div>
      ) : (
        <CodeView language="mermaid" lines={lines} isOpen={false}>
          {drawn && (
            <IconButton
              size="sm"
              label={t('Show diagram')}
              icon={<Workflow aria-hidden />}
              onClick={() => setIsSource(false)}
            />
          )}
        </CodeView>
      )}
      {problem !== undefined && <p data-diagram-problem="">{problem}</p>}
    </div>
  )
}

function useDiagram(source: string) {
  const box = useRef<HTMLDivElement>(null)
  const theme = usePageTheme()
  const [isNear, setIsNear] = useState(false)
  const [drawn, setDrawn] = useState<Drawn>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    if (!box.current || isNear) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true),
      // The chat is a nested scroll container, for which `rootMargin` alone has no effect.
      { rootMargin: '600px', scrollMargin: '600px' },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [isNear])

  useEffect(() => {
    if (!isNear) return
    let isCurrent = true
    let url: string | undefined
    const show = async () => {
      const { drawDiagram } = await import('../../../diagrams/draw-diagram.ts')
      if (!isCurrent) return
      const diagram = await drawDiagram(source, theme)
      if (!isCurrent) return
      url = URL.createObjectURL(new Blob([diagram.svg], { type: 'image/svg+xml' }))
      setDrawn({ ...diagram, url })
      setProblem(undefined)
    }
    const timer = setTimeout(() => {
      show().catch((error: unknown) => {
        if (!isCurrent) return
        setDrawn(undefined)
        setProblem(drawingProblem(error))
      })
    }, quietMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [source, theme, isNear])

  return { box, drawn, problem }
}

type DiagramActionsProps = {
  drawn: Diagram & { url: string }
  isLarge: boolean
  onLarge: (isLarge: boolean) => void
}

export const DiagramActions = ({ drawn, isLarge, onLarge }: DiagramActionsProps) => (
  <>
    <IconButton
      size="sm"
      label={isLarge ? t('Zoom out') : t('Zoom in')}
      icon={isLarge ? <ZoomOut aria-hidden /> : <ZoomIn aria-hidden />}
      onClick={() => onLarge(!isLarge)}
    />
    <IconButton
      size="sm"
      label={t('Download as SVG')}
      icon={<FileCode2 aria-hidden />}
      onClick={() => saveFile(new Blob([drawn.svg], { type: 'image/svg+xml' }), 'diagram.svg')}
    />
    <IconButton
      size="sm"
      label={t('Download as PNG')}
      icon={<ImageDown aria-hidden />}
      onClick={() => {
        savePng(drawn).catch(() =>
          showToast({
            title: t('Could not make a PNG of this diagram. Save it as SVG instead.'),
            kind: 'error',
          }),
        )
      }}
    />
  </>
)

const pngScale = 2
/** Longest side of a canvas in pixels that all browsers support. */
const sidePxMax = 8_192

async function savePng({ url, width, height }: DiagramActionsProps['drawn']): Promise<void> {
  const scale = Math.min(pngScale, sidePxMax / Math.max(width, height))
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error(t('This browser makes no canvas.'))
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error(t('The canvas gave no picture.'))
  saveFile(png, 'diagram.png')
}
