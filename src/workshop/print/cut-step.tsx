import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Joint, PrepStep } from '#model-files/print/steps.ts'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { PrintScale } from '../state/use-print-scale.ts'
import { CutStage } from './cut-stage.tsx'
import { Millimetres } from './millimetres.tsx'
import { PrepStepRow } from './prep-step.tsx'

type CutStepProps = {
  putOnStage: EditorState['putOnStage']
  print: PrintScale
  go: (label: string, step: PrepStep) => ReactNode
}

type Axis = 'x' | 'y' | 'z'
const piecesMax = 8
const defaultClearanceMm = 0.15

export function CutStep({ putOnStage, print, go }: CutStepProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [axis, setAxis] = useState<Axis>('y')
  const [pieces, setPieces] = useState(2)
  const [placeMm, setPlaceMm] = useState<number>()
  const [joint, setJoint] = useState<Joint>('dowels')
  const [clearanceMm, setClearanceMm] = useState<number>()
  const [widthMm, heightMm, depthMm] = print.sizeMm
  const lengthMm = { x: widthMm, y: heightMm, z: depthMm }[axis]
  const middleMm = Number((lengthMm / 2).toPrecision(3))
  const offsetsMm = useMemo(
    () =>
      pieces === 2
        ? [placeMm ?? middleMm]
        : Array.from({ length: pieces - 1 }, (_, at) => (lengthMm * (at + 1)) / pieces),
    [pieces, placeMm, middleMm, lengthMm],
  )
  const node = useMemo(
    () => <CutStage axis={axis} offsets={offsetsMm.map((mm) => mm / 1000 / print.scale)} />,
    [axis, offsetsMm, print.scale],
  )
  useEffect(() => (isOpen ? putOnStage(node) : undefined), [isOpen, node, putOnStage])
  return (
    <PrepStepRow title={t('Cut into pieces')} value={t('With joints')} onToggle={setIsOpen}>
      <FormField label={t('Across')}>
        <SegmentedControl
          value={axis}
          options={[
            { value: 'y', label: t('Height') },
            { value: 'x', label: t('Width') },
            { value: 'z', label: t('Depth') },
          ]}
          onValueChange={(next) => {
            setAxis(next)
            setPlaceMm(undefined)
          }}
        />
      </FormField>
      <div className="grid grid-cols-2 gap-2">
        <FormField label={t('Pieces')}>
          <NumberField
            value={pieces}
            min={2}
            max={piecesMax}
            step={1}
            onValueChange={(next = 2) => setPieces(Math.round(next))}
          />
        </FormField>
        {pieces === 2 && (
          <FormField label={t('Cut at')}>
            <Millimetres
              value={placeMm}
              placeholder={String(middleMm)}
              min={0.1}
              onChange={setPlaceMm}
            />
          </FormField>
        )}
      </div>
      <FormField label={t('Joint')}>
        <SegmentedControl
          value={joint}
          options={[
            { value: 'dowels', label: t('Dowels') },
            { value: 'dovetail', label: t('Dovetail') },
            { value: 'none', label: t('None') },
          ]}
          onValueChange={setJoint}
        />
      </FormField>
      <div className="flex items-end justify-between gap-2">
        {joint === 'none' ? (
          <span />
        ) : (
          <FormField label={t('Clearance')} hint={t('Gap on each side')}>
            <Millimetres
              value={clearanceMm}
              placeholder={String(defaultClearanceMm)}
              min={0}
              step={0.05}
              onChange={setClearanceMm}
            />
          </FormField>
        )}
        {go(t('Cut'), {
          kind: 'cut',
          axis,
          offsetsMm,
          joint,
          clearanceMm: clearanceMm ?? defaultClearanceMm,
        })}
      </div>
    </PrepStepRow>
  )
}
