import MapPinPlus from 'lucide-react/icons/map-pin-plus'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import type { PrepStep } from '#model-files/print/steps.ts'
import type { EditorState } from '../state/editor-state.ts'
import { DrainStage, type DrainSpot } from './drain-stage.tsx'
import { Millimetres } from './millimetres.tsx'
import { PrepStepRow } from './prep-step.tsx'

type HollowStepProps = {
  putOnStage: EditorState['putOnStage']
  wise: { wallMm: number; drainMm: number }
  go: (label: string, step: PrepStep) => ReactNode
}

/**
 * Renders the fields for hollowing. The drain hole gets a safe place, or the one that the user
 * clicks.
 */
export function HollowStep({ putOnStage, wise, go }: HollowStepProps) {
  const [wallMm, setWallMm] = useState<number>()
  const [drainMm, setDrainMm] = useState<number>()
  const [isPlacing, setIsPlacing] = useState(false)
  const [spot, setSpot] = useState<DrainSpot>()
  const node = useMemo(() => <DrainStage spot={spot} onSpot={setSpot} />, [spot])
  useEffect(() => (isPlacing ? putOnStage(node) : undefined), [isPlacing, node, putOnStage])
  const hasDrain = (drainMm ?? wise.drainMm) > 0

  return (
    <PrepStepRow title="Hollow" value="Saves material">
      <div className="grid grid-cols-2 gap-2">
        <FormField label="Wall thickness">
          <Millimetres
            value={wallMm}
            placeholder={String(wise.wallMm)}
            min={0.1}
            step={0.5}
            onChange={setWallMm}
          />
        </FormField>
        <FormField label="Drain hole">
          <Millimetres
            value={drainMm}
            placeholder={String(wise.drainMm)}
            min={0}
            step={0.5}
            onChange={setDrainMm}
          />
        </FormField>
      </div>
      {hasDrain && (
        <div className="flex items-center justify-between gap-3">
          <p aria-live="polite" className="min-w-0 text-xs text-pretty text-ink-muted">
            {describePlace(isPlacing, spot !== undefined)}
          </p>
          {isPlacing ? (
            <Button
              size="sm"
              icon={<X aria-hidden />}
              onClick={() => {
                setIsPlacing(false)
                setSpot(undefined)
              }}
            >
              Automatic
            </Button>
          ) : (
            <Button size="sm" icon={<MapPinPlus aria-hidden />} onClick={() => setIsPlacing(true)}>
              Place
            </Button>
          )}
        </div>
      )}
      <div className="flex justify-end">
        {go('Hollow', {
          kind: 'hollow',
          wallMm: wallMm ?? wise.wallMm,
          drainMm: drainMm ?? wise.drainMm,
          ...(spot && { drainSpot: { at: spot.at, normal: spot.normal } }),
        })}
      </div>
    </PrepStepRow>
  )
}

function describePlace(isPlacing: boolean, isPlaced: boolean): string {
  if (!isPlacing) return 'The drain hole goes below the cavity, where the wall stays whole.'
  return isPlaced
    ? 'The drain hole goes straight in at the mark. Click elsewhere to move it.'
    : 'Click the model where the drain hole should be.'
}
