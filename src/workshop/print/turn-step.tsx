import MousePointerClick from 'lucide-react/icons/mouse-pointer-click'
import type { ReactNode } from 'react'
import type { PrepStep } from '#model-files/print/steps.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import { PrepStepRow } from './prep-step.tsx'
import { useSpot } from './use-spot.ts'

type TurnStepProps = {
  putOnStage: EditorState['putOnStage']
  go: (label: string, step: PrepStep) => ReactNode
}

/** Rotates the model so that its best side, or a clicked side, is on the bed. */
export function TurnStep({ putOnStage, go }: TurnStepProps) {
  const { spot, isPicking, start, cancel, onToggle } = useSpot(putOnStage)
  return (
    <PrepStepRow title={t('Turn')} value={t('Lay it on another side')} onToggle={onToggle}>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-xs text-pretty text-ink-muted">
          {t('Finds the side with the least supports.')}
        </p>
        {go(t('Best side'), { kind: 'turn' })}
      </div>
      <div className="flex items-center justify-between gap-3">
        <p aria-live="polite" className="min-w-0 text-xs text-pretty text-ink-muted">
          {describePicking(isPicking, spot !== undefined)}
        </p>
        {isPicking ? (
          <Button onClick={cancel}>{t('Cancel')}</Button>
        ) : (
          <Button icon={<MousePointerClick aria-hidden />} onClick={start}>
            {t('Choose')}
          </Button>
        )}
        {isPicking && spot && go(t('Lay down'), { kind: 'turn', down: spot.normal })}
      </div>
    </PrepStepRow>
  )
}

function describePicking(isPicking: boolean, isPicked: boolean): string {
  if (!isPicking) return t('Or choose the side yourself.')
  return isPicked
    ? t('The marked side goes down. Click another one to change it.')
    : t('Click the side that should lie on the bed.')
}
