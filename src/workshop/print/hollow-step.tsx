import { type ReactNode, useState } from 'react'
import { FormField } from '#ui/fields/field.tsx'
import type { PrepStep } from '#model-files/print/steps.ts'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import { Millimetres } from './millimetres.tsx'
import { PrepStepRow } from './prep-step.tsx'
import { SpotChoice } from './spot-choice.tsx'
import { useSpot } from './use-spot.ts'

type HollowStepProps = {
  putOnStage: EditorState['putOnStage']
  wise: { wallMm: number; drainMm: number }
  go: (label: string, step: PrepStep) => ReactNode
}

/** Renders the fields for hollowing, with an automatic or a clicked place for the drain hole. */
export function HollowStep({ putOnStage, wise, go }: HollowStepProps) {
  const [wallMm, setWallMm] = useState<number>()
  const [drainMm, setDrainMm] = useState<number>()
  const picking = useSpot(putOnStage)
  const { spot } = picking
  const hasDrain = (drainMm ?? wise.drainMm) > 0

  return (
    <PrepStepRow title={t('Hollow')} value={t('Saves material')} onToggle={picking.onToggle}>
      <div className="grid grid-cols-2 gap-2">
        <FormField label={t('Wall thickness')}>
          <Millimetres
            value={wallMm}
            placeholder={String(wise.wallMm)}
            min={0.1}
            step={0.5}
            onChange={setWallMm}
          />
        </FormField>
        <FormField label={t('Drain hole')}>
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
        <SpotChoice
          picking={picking}
          texts={{
            automatic: t('The drain hole goes below the cavity, where the wall stays whole.'),
            picking: t('Click the model where the drain hole should be.'),
            picked: t('The drain hole goes straight in at the mark. Click elsewhere to move it.'),
          }}
        />
      )}
      <div className="flex justify-end">
        {go(t('Hollow'), {
          kind: 'hollow',
          wallMm: wallMm ?? wise.wallMm,
          drainMm: drainMm ?? wise.drainMm,
          ...(spot && { drainSpot: { at: spot.at, normal: spot.normal } }),
        })}
      </div>
    </PrepStepRow>
  )
}
