import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { translateSentence } from '#lib/language/translate-sentence.ts'
import { formatLength } from '#lib/format.ts'
import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'
import { ColorStep } from './color-step.tsx'
import { CutStep } from './cut-step.tsx'
import { HollowStep } from './hollow-step.tsx'
import { Millimetres } from './millimetres.tsx'
import { mustChange } from './print-check-row.ts'
import { PrepStepRow } from './prep-step.tsx'
import { PlateStep } from './plate-step.tsx'
import { MaterialStep } from './printer-step.tsx'
import { PrintBasics } from './print-basics.tsx'
import { printSetup } from './print-setup.ts'
import { PrintReport } from './print-report.tsx'
import { RingStep } from './ring-step.tsx'
import { SlicerFoot } from './slicer-foot.tsx'
import { startPrep } from './start-prep.ts'
import { TurnStep } from './turn-step.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { withVariant } from '#model-files/glb/variant-address.ts'
import { LastEdit } from '../work/last-edit.tsx'
import { useWork } from '../work/use-work.ts'
import { usePrintChecks } from './use-print-checks.ts'
import type { PrintScale } from '../state/use-print-scale.ts'
import { suggestedLengths } from './suggested-lengths.ts'
import type { PrepAnswer, PrepQuestion, PrepStep } from '#model-files/print/steps.ts'
import { WorkFailure, WorkProgress } from '../work/work-status.tsx'

export function PrintPanel({ editor }: PanelProps) {
  const { model, loaded, onEdited, print } = editor
  const visibleUrl = withVariant(model.url, editor.choice)
  const [baseMm, setBaseMm] = useState<number>()
  const [notice, setNotice] = useState<string>()
  const [setup] = useBrowserSetting(printSetup)
  const checks = usePrintChecks(editor)
  const { isSound } = checks
  const [wasUnsound, setWasUnsound] = useState(false)
  if (isSound === false && !wasUnsound) setWasUnsound(true)
  const titleId = useId()
  const { busy, failure, run, stop } = useWork<PrepStep['kind'], PrepAnswer>(model.url)

  const start = (step: PrepStep) => {
    const { worker, visible } = startPrep(visibleUrl, editor.parts)
    const question: PrepQuestion = { ...visible, step, scale: print.scale }
    void run(step.kind, {
      worker,
      question,
      onDone: ({ glb, sentence, isUnchanged }) => {
        setNotice(isUnchanged ? translateSentence(sentence) : undefined)
        if (isUnchanged) return
        const factor = step.kind === 'height' ? print.scale : undefined
        onEdited(new Blob([glb], { type: 'model/gltf-binary' }), sentence, factor)
      },
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
  const wise = suggestedLengths(loaded ? print.sizeMm.map((mm) => mm / 1000) : [0.1, 0.1, 0.1])

  return (
    <>
      <PrintReport
        key={visibleUrl}
        editor={editor}
        checks={checks}
        running={busy?.key}
        onFix={(fix) => {
          if (fix.kind === 'height') print.setHeightMm(fix.heightMm)
          else start(fix.step)
        }}
      >
        <PrintBasics print={print} measures={checks.measures} />
        {busy && <WorkProgress label={t('Processing')} fraction={busy.fraction} onStop={stop} />}
        <WorkFailure failure={failure} />
        {notice !== undefined && (
          <output className="rounded-lg bg-hover px-3 py-2">{notice}</output>
        )}
        <LastEdit editor={editor} isBusy={busy !== undefined} />
      </PrintReport>
      <section aria-labelledby={titleId} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div className="flex justify-between gap-3 text-xs text-ink-muted">
          <h4 id={titleId} className="font-medium">
            {t('Prepare')}
          </h4>
          {t('Each step can be undone')}
        </div>
        <div className="card divide-y divide-line">
          {print.scale !== 1 && <ModelHeight print={print} go={go} />}
          <RepairStep
            key={String(wasUnsound)}
            isSound={isSound}
            isOpen={wasUnsound}
            wise={wise}
            go={go}
          />
          <TurnStep key={`turn ${model.url}`} putOnStage={editor.putOnStage} go={go} />
          <PrepStepRow title={t('Trim the bottom')} value={t('Makes a flat foot')}>
            <Step
              label={t('Cut off below')}
              action={go(t('Trim'), { kind: 'base', heightMm: baseMm ?? wise.baseMm })}
            >
              <Millimetres
                value={baseMm}
                placeholder={String(wise.baseMm)}
                min={0.01}
                step={0.5}
                onChange={setBaseMm}
              />
            </Step>
          </PrepStepRow>
          <HollowStep key={model.url} putOnStage={editor.putOnStage} wise={wise} go={go} />
          <CutStep key={`cut ${model.url}`} putOnStage={editor.putOnStage} print={print} go={go} />
          <PlateStep go={go} />
          <RingStep key={`ring ${model.url}`} putOnStage={editor.putOnStage} go={go} />
          <ColorStep
            key={`colours ${visibleUrl} ${print.scale} ${setup.nozzleMm}`}
            editor={editor}
            go={go}
          />
          <PrepStepRow title={t('Separate shells')} value={t('Side by side')}>
            <Row
              label={t('Put the shells beside each other')}
              action={go(t('Separate'), { kind: 'split' })}
            />
          </PrepStepRow>
          <PrepStepRow title={t('Centre on the bed')} value={t('Stand in the middle')}>
            <Row
              label={t('Lower the model to the bed, and move it to the middle')}
              action={go(t('Centre // put in the middle'), { kind: 'plate' })}
            />
          </PrepStepRow>
          <MaterialStep />
        </div>
      </section>
      <PanelFoot>
        <SlicerFoot editor={editor} isMain={!mustChange(checks.rows ?? [])} />
      </PanelFoot>
    </>
  )
}

type ModelHeightProps = { print: PrintScale; go: (label: string, step: PrepStep) => ReactNode }

const ModelHeight = ({ print, go }: ModelHeightProps) => (
  <PrepStepRow title={t('Model height')} value={formatLength(print.naturalMm / 1000)}>
    <p className="text-xs text-pretty text-ink-muted">
      {t(
        'Files for printing are {heightMm} mm high, and so are all lengths below. The model itself stays {length} high.',
        { heightMm: print.heightMm, length: formatLength(print.naturalMm / 1000) },
      )}
    </p>
    <Row
      label={t('Make the model {heightMm} mm high, too', { heightMm: print.heightMm })}
      action={go(t('Scale'), { kind: 'height', heightMm: print.heightMm })}
    />
  </PrepStepRow>
)

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
      title={t('Repair')}
      value={isSound === undefined ? '' : isSound ? t('Nothing to do') : t('Needed')}
      isOpen={isOpen}
    >
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-xs text-pretty text-ink-muted">
          {t(
            'Merges vertices, turns faces outward and fills holes. Rebuilds the surface if nothing else closes it.',
          )}
        </p>
        {go(t('Repair'), { kind: 'repair' })}
      </div>
      <Row label={t('Holes')} action={go(t('Fill'), { kind: 'fill' })} />
      <Step
        label={t('Merge vertices closer than')}
        action={go(t('Merge'), { kind: 'weld', toleranceMm: toleranceMm ?? wise.mergeMm })}
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
        label={t('Remove parts smaller than')}
        action={go(t('Remove'), { kind: 'crumbs', fraction: fractionPercent / 100 })}
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

const PanelFoot = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-10 -mx-4 mt-auto -mb-4 grid gap-2.5 border-t border-line bg-surface px-4 py-3">
    {children}
  </div>
)
