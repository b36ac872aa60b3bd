import { translateSentence } from '#lib/language/translate-sentence.ts'
import { translateTexts } from '#lib/language/translate-texts.ts'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { formatCount } from '#lib/format.ts'
import { PanelSection } from '#ui/layout/section.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { withVariant } from '#model-files/glb/variant-address.ts'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { Topology } from '#model-files/mesh/topology.ts'
import { EdgeLines } from './edge-lines.tsx'
import { describeTopology, type FileIssue, type Finding } from '#model-files/inspect/report.ts'
import { formatAreaOrVolume } from './format-area.ts'
import { useReport } from './use-report.ts'

export function ReportView({ editor }: { editor: EditorState }) {
  const state = useReport(withVariant(editor.model.url, editor.choice), editor.parts)
  if (state.status === 'working') {
    return (
      // As high as a usual result, so that the textures below do not move.
      <p className="flex min-h-80 items-start gap-2 text-ink-muted">
        <Spinner className="mt-0.5 size-4" /> {t('Checking the file and surface…')}
      </p>
    )
  }
  if (state.status === 'failed')
    return <p className="text-ink-muted">{translateSentence(state.message)}</p>
  const { issues, isCut, topology } = state.report
  return (
    <div>
      <PanelSection title={t('Surface')}>
        <ul className="flex flex-col gap-2.5">
          {describeTopology(topology).map((finding) => (
            <FindingRow key={finding.title} finding={translateTexts(finding)} />
          ))}
        </ul>
        <BadEdges editor={editor} topology={topology} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 tabular-nums">
          <dt className="text-ink-muted">{t('Surface area')}</dt>
          <dd className="text-end">{formatAreaOrVolume(topology.area, 2)}</dd>
          {topology.isClosed && (
            <>
              <dt className="text-ink-muted">{t('Volume')}</dt>
              <dd className="text-end">{formatAreaOrVolume(topology.volume, 3)}</dd>
            </>
          )}
        </dl>
      </PanelSection>
      <PanelSection title={t('File')} aside={<Count>{issues.length}</Count>}>
        {issues.length === 0 ? (
          <ul>
            <FindingRow finding={{ tone: 'good', title: describeValid(editor) }} />
          </ul>
        ) : (
          <ul className="flex flex-col gap-2.5">
            {issues.map((issue) => (
              <FindingRow key={issue.code} finding={toFinding(issue)} />
            ))}
          </ul>
        )}
        {isCut && (
          <p className="text-xs text-ink-faint">{t('Only the first 2,000 issues are listed.')}</p>
        )}
      </PanelSection>
    </div>
  )
}

function describeValid({ original, edits }: EditorState): string {
  if (edits.length > 0) return t('The edited copy is valid glTF 2.0')
  return original.madeFrom === undefined
    ? t('Valid glTF 2.0')
    : t('The GLB made from this {madeFrom} is valid glTF 2.0', { madeFrom: original.madeFrom })
}

const Count = ({ children }: { children: number }) => (
  <span className="text-xs text-ink-faint tabular-nums">{children > 0 ? children : ''}</span>
)

function BadEdges({ editor, topology }: { editor: EditorState; topology: Topology }) {
  const { openLines, nonManifoldLines } = topology
  const hasSome = openLines.length + nonManifoldLines.length > 0
  const [isShown, setIsShown] = useState(hasSome)
  const { putOnStage } = editor
  const node = useMemo(
    () => (
      <>
        {openLines.length > 0 && <EdgeLines lines={openLines} color="#ff8a1f" />}
        {nonManifoldLines.length > 0 && <EdgeLines lines={nonManifoldLines} color="#ff2d55" />}
      </>
    ),
    [openLines, nonManifoldLines],
  )
  useEffect(
    () => (isShown && hasSome ? putOnStage(node) : undefined),
    [isShown, hasSome, node, putOnStage],
  )
  if (!hasSome) return null
  return (
    <Switch
      label={t('Highlight in the model')}
      hint={t('Boundary edges in orange, non-manifold edges in red')}
      checked={isShown}
      onCheckedChange={setIsShown}
    />
  )
}

const icons: Record<Finding['tone'], ReactNode> = {
  good: <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />,
  note: <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />,
  bad: <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />,
}

export const FindingRow = ({ finding: { tone, title, detail } }: { finding: Finding }) => (
  <li className="flex gap-2.5">
    {icons[tone]}
    <div className="min-w-0">
      <p>{title}</p>
      {detail !== undefined && <p className="text-xs text-pretty text-ink-muted">{detail}</p>}
    </div>
  </li>
)

const toFinding = ({ severity, sentence, count, pointer }: FileIssue): Finding => ({
  tone: severity === 'hint' ? 'note' : 'bad',
  title: translateSentence(sentence),
  detail: [count > 1 && t('{count} times', { count: formatCount(count) }), pointer]
    .filter(Boolean)
    .join(`${t(', first at')} `),
})
