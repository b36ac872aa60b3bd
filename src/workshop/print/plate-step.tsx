import { dropUndefined } from '#lib/own-value.ts'
import { type ReactNode, useMemo, useState } from 'react'
import type { PlateShape, PrepStep } from '#model-files/print/steps.ts'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/viewer.ts'
import { drawText } from './draw-text.ts'
import { Millimetres } from './millimetres.tsx'
import { PrepStepRow } from './prep-step.tsx'

type PlateStepProps = { go: (label: string, step: PrepStep) => ReactNode }

const textLengthMax = 40
const usual = { thicknessMm: 3, marginMm: 4, letterMm: 8, raiseMm: 1 } as const

/** Renders the fields for a pedestal under the model, with raised text. */
export function PlateStep({ go }: PlateStepProps) {
  const [shape, setShape] = useState<PlateShape>('round')
  const [lengths, setLengths] = useState<{ [name in keyof typeof usual]?: number | undefined }>({})
  const [text, setText] = useState('')
  const mask = useMemo(() => (text.trim() === '' ? undefined : drawText(text.trim())), [text])
  const { thicknessMm, marginMm, letterMm, raiseMm } = { ...usual, ...dropUndefined(lengths) }
  const field = (label: string, name: keyof typeof usual) => (
    <FormField label={label}>
      <Millimetres
        value={lengths[name]}
        placeholder={String(usual[name])}
        min={0.2}
        step={0.5}
        onChange={(value) => setLengths((now) => ({ ...now, [name]: value }))}
      />
    </FormField>
  )
  return (
    <PrepStepRow title={t('Pedestal')} value={t('With or without text')}>
      <FormField label={t('Shape')}>
        <SegmentedControl
          value={shape}
          options={[
            { value: 'round', label: t('Round') },
            { value: 'square', label: t('Rectangle') },
          ]}
          onValueChange={setShape}
        />
      </FormField>
      <div className="grid grid-cols-2 gap-2">
        {field(t('Thickness'), 'thicknessMm')}
        {field(t('Margin'), 'marginMm')}
      </div>
      <FormField label={t('Raised text')} hint={t('Stands in front of the model')}>
        <TextField
          value={text}
          maxLength={textLengthMax}
          placeholder={t('None')}
          onChange={({ target }) => setText(target.value)}
        />
      </FormField>
      {mask && (
        <div className="grid grid-cols-2 gap-2">
          {field(t('Letter height'), 'letterMm')}
          {field(t('Raised by'), 'raiseMm')}
        </div>
      )}
      <div className="flex justify-end">
        {go(t('Add pedestal'), {
          kind: 'stand',
          shape,
          thicknessMm,
          marginMm,
          text: mask && { mask, letterMm, raiseMm },
        })}
      </div>
    </PrepStepRow>
  )
}
