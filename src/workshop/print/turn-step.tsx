import MousePointerClick from 'lucide-react/icons/mouse-pointer-click'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { PrepStep } from '#model-files/print/steps.ts'
import { Button } from '#ui/actions/button.tsx'
import type { EditorState } from '../state/editor-state.ts'
import { DrainStage, type DrainSpot } from './drain-stage.tsx'
import { PrepStepRow } from './prep-step.tsx'

type TurnStepProps = {
  putOnStage: EditorState['putOnStage']
  go: (label: string, step: PrepStep) => ReactNode
}

/** Rotates the model so that its best side, or a clicked side, is on the bed. */
export function TurnStep({ putOnStage, go }: TurnStepProps) {
  const [isPicking, setIsPicking] = useState(false)
  const [spot, setSpot] = useState<DrainSpot>()
  const node = useMemo(() => <DrainStage spot={spot} onSpot={setSpot} />, [spot])
  useEffect(() => (isPicking ? putOnStage(node) : undefined), [isPicking, node, putOnStage])
  return (
    <PrepStepRow step="turn" title="Turn" value="Lay it on another side">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-xs text-pretty text-ink-muted">
          Finds the side with the least supports.
        </p>
        {go('Best side', { kind: 'turn' })}
      </div>
      <div className="flex items-center justify-between gap-3">
        <p aria-live="polite" className="min-w-0 text-xs text-pretty text-ink-muted">
          {describePicking(isPicking, spot !== undefined)}
        </p>
        {isPicking && spot ? (
          go('Lay down', { kind: 'turn', down: spot.normal })
        ) : (
          <Button
            icon={<MousePointerClick aria-hidden />}
            aria-pressed={isPicking}
            onClick={() => setIsPicking(!isPicking)}
          >
            {isPicking ? 'Cancel' : 'Choose'}
          </Button>
        )}
      </div>
    </PrepStepRow>
  )
}

function describePicking(isPicking: boolean, isPicked: boolean): string {
  if (!isPicking) return 'Or choose the side yourself.'
  return isPicked
    ? 'The marked side goes down. Click another one to change it.'
    : 'Click the side that should lie on the bed.'
}
