import { CodeView } from './code-view.tsx'
import { DiagramView } from './diagram-view.tsx'
import { PreviewButton } from '../../../preview/preview-button.tsx'
import { previewKindOf } from '../../../preview/previews.ts'
import type { Groups } from '../../parse/groups.ts'
import { MathView } from '../../extras/math-view.tsx'

type FencedViewProps = {
  /** As the Markdown says it: `ts`, `mermaid`, or nothing. */
  language: string
  lines: Groups<string>
  /** More lines come. */
  isOpen: boolean
}

/** What stands in a fence: code, or something that is drawn from its source once that is whole. */
export function FencedView({ language, lines, isOpen }: FencedViewProps) {
  if (!isOpen && language === 'math') return <MathView tex={lines.flat().join('\n')} isDisplay />
  if (!isOpen && language === 'mermaid') return <DiagramView lines={lines} />
  const kind = isOpen ? undefined : previewKindOf(language, () => lines.flat().join('\n'))
  return (
    <CodeView language={language} lines={lines} isOpen={isOpen}>
      {kind && <PreviewButton kind={kind} lines={lines} />}
    </CodeView>
  )
}
