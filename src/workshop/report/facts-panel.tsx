import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'
import { FactList } from './fact-list.tsx'
import { TextureList } from './texture-list.tsx'
import { ReportView } from './report-view.tsx'
import { HeaderFacts } from './stated-facts.tsx'

export function FactsPanel({ editor }: PanelProps) {
  const { loaded, model } = editor
  if (!loaded) {
    return (
      <>
        <p className="text-ink-muted">
          {t('The model is still loading. According to its header:')}
        </p>
        <HeaderFacts url={model.url} />
      </>
    )
  }
  return (
    <>
      <FactList facts={loaded} />
      {loaded.problems.map((problem) => (
        <p key={problem} className="rounded-lg bg-warning-soft px-3 py-2 text-warning">
          {problem}
        </p>
      ))}
      {loaded.triangles > 0 ? (
        <ReportView editor={editor} />
      ) : (
        loaded.splats > 0 && (
          <p className="text-pretty text-ink-muted">{t('Splats have no surface to check.')}</p>
        )
      )}
      {loaded.pictures.length > 0 && (
        <TextureList url={model.url} title={model.title} pictures={loaded.pictures} />
      )}
    </>
  )
}
