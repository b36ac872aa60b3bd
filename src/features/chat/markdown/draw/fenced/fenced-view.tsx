import { CodeView } from './code-view.tsx'
import { DiagramView } from './diagram-view.tsx'
import { PreviewButton } from '../../../preview/preview-button.tsx'
import { getPreviewKind } from '../../../preview/previews.ts'
import type { Groups } from '../../parse/groups.ts'
import { MathView } from '../../extras/math-view.tsx'

type FencedViewProps = {
  language: string
  lines: Groups<string>
  isOpen: boolean
}

/** Renders a fenced block: code, or a formula or diagram once its source is complete. */
export function FencedView({ language, lines, isOpen }: FencedViewProps) {
  if (!isOpen && language === 'math') return <MathView tex={lines.flat().join('\n')} isDisplay />
  if (!isOpen && language === 'mermaid') return <DiagramView lines={lines} />
  const kind = isOpen ? undefined : getPreviewKind(language, () => lines.flat().join('\n'))
  return (
    <CodeView language={language} lines={lines} isOpen={isOpen}>
      {kind && <PreviewButton kind={kind} lines={lines} />}
    </CodeView>
  )
}
