import Download from 'lucide-react/icons/download'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { PanelFoot } from '../work/panel-foot.tsx'
import type { PanelProps } from '../state/editor-state.ts'
import { getShownPose } from '../state/parts-store.ts'
import { PrepStepRow } from './prep-step.tsx'
import { PrintReport } from './print-report.tsx'
import { useWork } from '../work/use-work.ts'
import { suggestedLengths } from './suggested-lengths.ts'
import { printHeight } from '#model-files/export/print-height.ts'
import type { PrepAnswer, PrepQuestion, PrepStep } from '#model-files/print/steps.ts'
import { WorkFailure, WorkProgress } from '../work/work-status.tsx'

const lengthMaxMm = 10_000

/** Renders the panel that prepares a model for 3D printing. Each step can be undone. */
export function PrintPanel({ editor }: PanelProps) {
  const { model, loaded, edits, onEdited, onUndo } = editor
  const { naturalMm, fittedMm } = printHeight(
    loaded?.sizeMetres ?? [1, 1, 1],
    editor.original.madeFrom !== undefined,
  )
  const [heightMm, setHeightMm] = useState<number>()
  const [baseMm, setBaseMm] = useState<number>()
  const [wallMm, setWallMm] = useState<number>()
  const [drainMm, setDrainMm] = useState<number>()
  const [isSound, setIsSound] = useState<boolean>()
  const [wasUnsound, setWasUnsound] = useState(false)
  if (isSound === false && !wasUnsound) setWasUnsound(true)
  // Whether the step is open depends only on the initial size. Otherwise scaling the model would
  // close the step under the pointer.
  const [isOversized] = useState(fittedMm !== undefined)
  const titleId = useId()
  const { busy, failure, run, stop } = useWork<PrepStep['kind'], PrepAnswer>()

  const start = (step: PrepStep) => {
    const worker = new Worker(new URL('../../model-files/print/prep-worker.ts', import.meta.url), {
      type: 'module',
    })
    const question: PrepQuestion = {
      url: new URL(model.url, document.baseURI).href,
      step,
      pose: getShownPose(editor.parts.getState()),
    }
    void run(step.kind, {
      worker,
      question,
      onDone: ({ glb, sentence }) =>
        onEdited(new Blob([glb], { type: 'model/gltf-binary' }), sentence),
    })
  }
  const go = (label: string, step: PrepStep) => (
    <Button
      isLoading={busy?.key === step.kind}
      disabled={busy !== undefined && busy.key !== step.kind}
      onClick={() => start(step)}
    >
      {label}
    </Button>
  )
  const last = edits.at(-1)
  const wise = suggestedLengths(loaded?.sizeMetres ?? [0.1, 0.1, 0.1])

  return (
    <>
      <PrintReport
        key={model.url}
        url={model.url}
        parts={editor.parts}
        sizeMetres={loaded?.sizeMetres}
        isMisfit={fittedMm !== undefined}
        onChecked={setIsSound}
      />
      {busy && <WorkProgress label="Processing" fraction={busy.fraction} onStop={stop} />}
      <WorkFailure failure={failure} />
      {last && (
        <div className="flex items-center gap-3 rounded-lg bg-hover py-2 pr-2 pl-3">
          <output className="min-w-0 flex-1">{last.label}</output>
          <Button size="sm" icon={<Undo2 aria-hidden />} disabled={!!busy} onClick={onUndo}>
            Undo
          </Button>
        </div>
      )}
      <section aria-labelledby={titleId} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div className="flex justify-between gap-3 text-xs text-ink-muted">
          <h4 id={titleId} className="font-medium">
            Prepare
          </h4>
          Each step can be undone
        </div>
        <div className="card divide-y divide-line">
          <RepairStep
            key={String(wasUnsound)}
            isSound={isSound}
            isOpen={wasUnsound}
            wise={wise}
            go={go}
          />
          <PrepStepRow title="Size" value={`${naturalMm}\u00a0mm high`} isOpen={isOversized}>
            <Step
              label="Height"
              action={go('Scale', { kind: 'height', heightMm: heightMm ?? fittedMm ?? naturalMm })}
            >
              <Millimetres
                value={heightMm}
                placeholder={String(fittedMm ?? naturalMm)}
                min={0.1}
                onChange={setHeightMm}
              />
            </Step>
          </PrepStepRow>
          <PrepStepRow title="Flat base" value="Cut off the foot">
            <Step label="Cut" action={go('Cut', { kind: 'base', heightMm: baseMm ?? wise.baseMm })}>
              <Millimetres
                value={baseMm}
                placeholder={String(wise.baseMm)}
                min={0.01}
                step={0.5}
                onChange={setBaseMm}
              />
            </Step>
          </PrepStepRow>
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
            <div className="flex justify-end">
              {go('Hollow', {
                kind: 'hollow',
                wallMm: wallMm ?? wise.wallMm,
                drainMm: drainMm ?? wise.drainMm,
              })}
            </div>
          </PrepStepRow>
          <PrepStepRow title="Build plate" value="Stand in the middle">
            <Row label="Centre on the plate" action={go('Centre', { kind: 'plate' })} />
          </PrepStepRow>
        </div>
      </section>
      <PanelFoot>
        <Button
          variant="primary"
          size="lg"
          icon={<Download aria-hidden />}
          onClick={() => editor.onPanel('export')}
        >
          Save for printing
        </Button>
      </PanelFoot>
    </>
  )
}

type RepairStepProps = {
  isSound: boolean | undefined
  isOpen: boolean
  wise: { mergeMm: number }
  go: (label: string, step: PrepStep) => ReactNode
}

function RepairStep({ isSound, isOpen, wise, go }: RepairStepProps) {
  const [toleranceMm, setToleranceMm] = useState<number>()
  const [fractionPercent, setFractionPercent] = useState(5)
  return (
    <PrepStepRow
      title="Repair"
      value={isSound === undefined ? '' : isSound ? 'Nothing to do' : 'Needed'}
      isOpen={isOpen}
    >
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-xs text-pretty text-ink-muted">
          Merges vertices, turns faces outward and fills holes. Rebuilds the surface if nothing else
          closes it.
        </p>
        {go('Repair', { kind: 'repair' })}
      </div>
      <Row label="Holes" action={go('Fill', { kind: 'fill' })} />
      <Step
        label="Merge vertices closer than"
        action={go('Merge', { kind: 'weld', toleranceMm: toleranceMm ?? wise.mergeMm })}
      >
        <Millimetres
          value={toleranceMm}
          placeholder={String(wise.mergeMm)}
          min={0}
          step={0.01}
          onChange={setToleranceMm}
        />
      </Step>
      <Step
        label="Remove parts smaller than"
        action={go('Remove', { kind: 'crumbs', fraction: fractionPercent / 100 })}
      >
        <NumberField
          value={fractionPercent}
          min={0.1}
          max={90}
          unit="%"
          onValueChange={(value) => setFractionPercent(value ?? 5)}
        />
      </Step>
    </PrepStepRow>
  )
}

const Step = ({
  label,
  action,
  children,
}: {
  label: string
  action: ReactNode
  children: ReactNode
}) => (
  <div className="flex items-end gap-2">
    <FormField label={label} className="min-w-0 flex-1">
      {children}
    </FormField>
    {action}
  </div>
)

const Row = ({ label, action }: { label: string; action: ReactNode }) => (
  <div className="flex items-center justify-between gap-2">
    <span className="font-medium">{label}</span>
    {action}
  </div>
)

type MillimetresProps = {
  value: number | undefined
  placeholder?: string
  min: number
  step?: number
  onChange: (value: number | undefined) => void
}

const Millimetres = ({ value, placeholder, min, step = 1, onChange }: MillimetresProps) => (
  <NumberField
    value={value}
    placeholder={placeholder}
    min={min}
    max={lengthMaxMm}
    step={step}
    unit="mm"
    onValueChange={onChange}
  />
)
