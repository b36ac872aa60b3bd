import { type ReactNode, useState } from 'react'
import type { PrepStep } from '#model-files/print/steps.ts'
import { FormField } from '#ui/fields/field.tsx'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import { Millimetres } from './millimetres.tsx'
import { PrepStepRow } from './prep-step.tsx'
import { SpotChoice } from './spot-choice.tsx'
import { useSpot } from './use-spot.ts'

type RingStepProps = {
  putOnStage: EditorState['putOnStage']
  go: (label: string, step: PrepStep) => ReactNode
}

const usualHoleMm = 5
const usualBandMm = 3

/** Renders the fields for a ring, which makes the model a key chain. */
export function RingStep({ putOnStage, go }: RingStepProps) {
  const [holeMm, setHoleMm] = useState<number>()
  const [bandMm, setBandMm] = useState<number>()
  const picking = useSpot(putOnStage)
  const { spot } = picking
  return (
    <PrepStepRow title={t('Key ring')} value={t('For a key chain')} onToggle={picking.onToggle}>
      <div className="grid grid-cols-2 gap-2">
        <FormField label={t('Hole')}>
          <Millimetres
            value={holeMm}
            placeholder={String(usualHoleMm)}
            min={1}
            step={0.5}
            onChange={setHoleMm}
          />
        </FormField>
        <FormField label={t('Band')}>
          <Millimetres
            value={bandMm}
            placeholder={String(usualBandMm)}
            min={0.5}
            step={0.5}
            onChange={setBandMm}
          />
        </FormField>
      </div>
      <SpotChoice
        picking={picking}
        texts={{
          automatic: t('The ring goes to the top.'),
          picking: t('Click the model where the ring should be.'),
          picked: t('The ring goes to the mark. Click elsewhere to move it.'),
        }}
      />
      <div className="flex justify-end">
        {go(t('Add ring'), {
          kind: 'ring',
          holeMm: holeMm ?? usualHoleMm,
          bandMm: bandMm ?? usualBandMm,
          thicknessMm: bandMm ?? usualBandMm,
          ...(spot && { spot: { at: spot.at, normal: spot.normal } }),
        })}
      </div>
    </PrepStepRow>
  )
}
