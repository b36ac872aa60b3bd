import Download from 'lucide-react/icons/download'
import { LinkButton } from '#ui/actions/button.tsx'
import { t } from '#languages/viewer.ts'
import type { EditorState, PanelId } from '../state/editor-state.ts'

const reasons: Partial<Record<PanelId, string>> = {
  section: t('a section through them would have no outline'),
  measure: t('there is no surface to measure'),
  print: t('there is nothing to print'),
  optimize: t('there are no triangles to remove'),
  export: t('other formats cannot store them'),
}

/** Explains that a tool needs a surface, which Gaussian splats do not have. */
export function NoSurface({ panel, editor }: { panel: PanelId; editor: EditorState }) {
  const { model } = editor
  return (
    <>
      <p className="text-pretty text-ink-muted">
        {t('Gaussian splats have no surface: {reasons}. Use a model made of triangles instead.', {
          reasons: reasons[panel],
        })}
      </p>
      {panel === 'export' && (
        <LinkButton
          href={model.url}
          download={model.fileName.replace(/\.[^.]+$/, '.glb')}
          icon={<Download aria-hidden />}
        >
          {t('GLB with splats')}
        </LinkButton>
      )}
    </>
  )
}
