import { translateTexts } from '#lib/language/translate-texts.ts'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { formatCount } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/viewer.ts'
import { BeforeAfter } from './before-after.tsx'
import { WeightTable } from './weight-table.tsx'
import type { PanelProps } from '../state/editor-state.ts'
import { useWork } from '../work/use-work.ts'
import {
  type OptimizeResult,
  type OptimizeRequest,
  type Packing,
  packings,
  type OptimizePreset,
  optimizePresets,
  type Weight,
} from '#model-files/optimize/optimize-options.ts'
import { WorkFailure, WorkProgress } from '../work/work-status.tsx'

const presets = translateTexts(optimizePresets, ['label', 'hint'])
const shownPackings = translateTexts(packings, ['label', 'hint'])

export function OptimizePanel({ editor }: PanelProps) {
  const { model, original, loaded, edits, onEdited, onUndo } = editor
  const [preset, setPreset] = useState<OptimizePreset | undefined>('web')
  const [wish, setWish] = useState(
    presets[0]?.wish ?? { usesWebp: false, packing: 'none' as const },
  )
  const [weights, setWeights] = useState<{
    url: string
    wish: typeof wish
    before: Weight
    after: Weight
  }>()
  const { busy, failure, run, stop } = useWork<'optimize', OptimizeResult>(model.url)

  const change = (part: Partial<typeof wish>) => {
    setPreset(undefined)
    setWish({ ...wish, ...part })
  }
  const start = () => {
    const worker = new Worker(
      new URL('../../model-files/optimize/optimize-worker.ts', import.meta.url),
      { type: 'module' },
    )
    // Each run starts from the model before simplification, because repeated simplification loses
    // quality.
    const source =
      edits.at(-1)?.label === optimizedLabel ? (edits.at(-2)?.url ?? original.url) : model.url
    const question: OptimizeRequest = { url: new URL(source, document.baseURI).href, wish }
    void run('optimize', {
      worker,
      question,
      onDone: ({ glb, before, after }) => {
        if (edits.at(-1)?.label === optimizedLabel) onUndo()
        onEdited(new Blob([glb], { type: 'model/gltf-binary' }), optimizedLabel)
        setWeights({ url: source, wish, before, after })
      },
    })
  }
  const isLight = edits.at(-1)?.label === optimizedLabel
  const beforeUrl = edits.at(-2)?.url ?? original.url

  return (
    <>
      <FormField
        label={t('Preset')}
        hint={steady(presets.find(({ value }) => value === preset)?.hint ?? t('Custom settings'))}
      >
        <SegmentedControl<OptimizePreset>
          value={preset}
          options={presets}
          onValueChange={(value) => {
            setPreset(value)
            setWish(presets.find((one) => one.value === value)?.wish ?? wish)
          }}
        />
      </FormField>
      <FormField label={t('Maximum triangles')}>
        <NumberField
          value={wish.triangles}
          placeholder={loaded ? formatCount(loaded.triangles) : t('All')}
          min={4}
          max={50_000_000}
          step={1000}
          isInteger
          onValueChange={(triangles) => change({ triangles })}
        />
      </FormField>
      <FormField label={t('Maximum texture size')}>
        <NumberField
          value={wish.texturePx}
          placeholder={t('Unchanged')}
          min={16}
          max={16_384}
          step={256}
          isInteger
          unit="px"
          onValueChange={(texturePx) => change({ texturePx })}
        />
      </FormField>
      <Switch
        label={t('WebP textures')}
        hint={t('Supported by browsers, but not by all 3D software')}
        checked={wish.usesWebp}
        onCheckedChange={(usesWebp) => change({ usesWebp })}
      />
      <FormField
        label={t('Compression')}
        hint={steady(shownPackings.find(({ value }) => value === wish.packing)?.hint ?? '')}
      >
        <SegmentedControl<Packing>
          value={wish.packing}
          options={shownPackings}
          onValueChange={(packing) => change({ packing })}
        />
      </FormField>
      {busy ? (
        <WorkProgress label={t('Optimizing')} fraction={busy.fraction} onStop={stop} />
      ) : (
        <div className="flex gap-2">
          <Button variant="primary" className="flex-1" onClick={start}>
            {t('Optimize model')}
          </Button>
          {edits.length > 0 && (
            <Button icon={<Undo2 aria-hidden />} onClick={onUndo}>
              {t('Undo')}
            </Button>
          )}
        </div>
      )}
      <WorkFailure failure={failure} />
      {isLight && weights?.url === beforeUrl && (
        <>
          {weights.wish === wish && <WeightTable before={weights.before} after={weights.after} />}
          <BeforeAfter key={model.url} editor={editor} url={beforeUrl} />
        </>
      )}
    </>
  )
}

/**
 * The hint has a fixed height, because a changed hint would otherwise move the button during a
 * click.
 */
const steady = (hint: string) => <span className="block min-h-[2lh]">{hint}</span>

const optimizedLabel = t('Optimized.')
