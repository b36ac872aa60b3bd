import Eye from 'lucide-react/icons/eye'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { ColorPreview, ColorQuestion, PrepStep } from '#model-files/print/steps.ts'
import { withVariant } from '#model-files/glb/variant-address.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { SliderField } from '#ui/fields/slider-field.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import { useWork } from '../work/use-work.ts'
import { WorkFailure, WorkProgress } from '../work/work-status.tsx'
import { FilamentList, mergeFilaments } from './filament-list.tsx'
import { PrepStepRow } from './prep-step.tsx'
import { printSetup } from './print-setup.ts'
import { startPrep } from './start-prep.ts'
import { SurfaceColors } from './surface-colors.tsx'
import { Color } from 'three'

type ColorStepProps = {
  editor: EditorState
  go: (label: string, step: PrepStep) => ReactNode
}

const defaultCount = 4
const defaultPatchMm2 = 2

/** Renders the fields that reduce the colours, and shows the result on the model. */
export function ColorStep({ editor, go }: ColorStepProps) {
  const { model, choice, parts, print, putOnStage } = editor
  const [{ nozzleMm }] = useBrowserSetting(printSetup)
  const [isOpen, setIsOpen] = useState(false)
  const [count, setCount] = useState(defaultCount)
  const [patchMm2, setPatchMm2] = useState<number>()
  const [preview, setPreview] = useState<ColorPreview>()
  const [colors, setColors] = useState<readonly string[]>([])
  const { busy, failure, run, stop } = useWork<'colors', ColorPreview>()
  const options = { count, patchMm2: patchMm2 ?? defaultPatchMm2, detailMm: nozzleMm }

  const node = useMemo(
    () =>
      preview && (
        <SurfaceColors
          corners={preview.corners}
          colors={toTriangleColors(preview.labels, colors)}
        />
      ),
    [preview, colors],
  )
  useEffect(() => (isOpen && node ? putOnStage(node) : undefined), [isOpen, node, putOnStage])

  const start = () => {
    const { worker, visible } = startPrep(withVariant(model.url, choice), parts)
    const question: ColorQuestion = { ...visible, scale: print.scale, preview: options }
    void run('colors', {
      worker,
      question,
      onDone: (done) => {
        setPreview(done)
        setColors(done.filaments.map(({ color }) => color))
      },
    })
  }
  const change = (apply: () => void) => {
    // A running preview is for other options.
    stop()
    apply()
    setPreview(undefined)
  }
  return (
    <PrepStepRow title={t('Colours')} value={t('For several filaments')} onToggle={setIsOpen}>
      <FormField label={t('Filaments')}>
        <SliderField
          value={count}
          min={2}
          max={16}
          isInteger
          onValueChange={(value = defaultCount) => change(() => setCount(value))}
        />
      </FormField>
      <FormField label={t('Remove patches below')} hint={t('They take the colour around them')}>
        <NumberField
          value={patchMm2}
          placeholder={String(defaultPatchMm2)}
          min={0}
          max={10_000}
          step={0.5}
          unit="mm²"
          onValueChange={(value) => change(() => setPatchMm2(value))}
        />
      </FormField>
      {busy && (
        <WorkProgress label={t('Reducing colours')} fraction={busy.fraction} onStop={stop} />
      )}
      <WorkFailure failure={failure} />
      {preview ? (
        <>
          <FilamentList
            filaments={preview.filaments}
            colors={colors}
            onColor={(from, to) =>
              setColors((now) => now.map((color) => (color === from ? to : color)))
            }
            onMerge={(from, to) => setColors((now) => mergeFilaments(now, { from, to }))}
          />
          <div className="flex justify-end">
            {go(t('Use these colours'), { kind: 'colors', ...options, colors })}
          </div>
        </>
      ) : (
        <div className="flex justify-end">
          <Button icon={<Eye aria-hidden />} isLoading={busy !== undefined} onClick={start}>
            {t('Preview')}
          </Button>
        </div>
      )}
    </PrepStepRow>
  )
}

/** Returns linear red, green and blue of each triangle. */
function toTriangleColors(labels: Uint8Array, colors: readonly string[]): Float32Array {
  const linear = colors.map((color) => new Color(color).toArray())
  const filled = new Float32Array(labels.length * 3)
  labels.forEach((label, triangle) => filled.set(linear[label] ?? [1, 1, 1], triangle * 3))
  return filled
}
