import { Undo2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { sayBytes, sayCount } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { Beside } from '../compare/beside.tsx'
import type { PanelProps } from '../state/desk-state.ts'
import type { DisplayMode } from '#viewer/look/look.ts'
import { useWork } from '../work/use-work.ts'
import {
  type LightenAnswer,
  type LightenQuestion,
  type Packing,
  packings,
  type Preset,
  presets,
  type Weight,
} from '#model-files/lighten/wish.ts'

type View = 'after' | 'wipe' | 'side'

const twoPanes = { columns: 2, rows: 1 }

/** Makes the model lighter, and shows what that did to it. */
export function LightenPanel({ desk }: PanelProps) {
  const { model, original, loaded, edits, onEdited, onUndo } = desk
  const [preset, setPreset] = useState<Preset | undefined>('web')
  const [wish, setWish] = useState(
    presets[0]?.wish ?? { usesWebp: false, packing: 'none' as const },
  )
  const [weights, setWeights] = useState<{ url: string; before: Weight; after: Weight }>()
  const { busy, failure, run, stop } = useWork<'lighten', LightenAnswer>()

  const change = (part: Partial<typeof wish>) => {
    setPreset(undefined)
    setWish({ ...wish, ...part })
  }
  const start = () => {
    const worker = new Worker(
      new URL('../../model-files/lighten/lighten-worker.ts', import.meta.url),
      { type: 'module' },
    )
    // From the original: lightened twice would be worse than lightened once.
    const source =
      edits.at(-1)?.label === optimizedLabel ? (edits.at(-2)?.url ?? original.url) : model.url
    const question: LightenQuestion = { url: new URL(source, document.baseURI).href, wish }
    void run('lighten', worker, question, ({ glb, before, after }) => {
      if (edits.at(-1)?.label === optimizedLabel) onUndo()
      onEdited(new Blob([glb], { type: 'model/gltf-binary' }), optimizedLabel)
      setWeights({ url: source, before, after })
    })
  }
  const isLight = edits.at(-1)?.label === optimizedLabel
  const beforeUrl = edits.at(-2)?.url ?? original.url

  return (
    <>
      <Field
        label="For"
        hint={presets.find(({ value }) => value === preset)?.hint ?? 'As set below'}
      >
        <SegmentedControl<Preset>
          value={preset}
          options={presets}
          onValueChange={(value) => {
            setPreset(value)
            setWish(presets.find((one) => one.value === value)?.wish ?? wish)
          }}
        />
      </Field>
      <Field label="Triangles at most">
        <NumberField
          value={wish.triangles}
          placeholder={loaded ? sayCount(loaded.triangles) : 'All'}
          min={4}
          max={50_000_000}
          step={1000}
          isInteger
          onValueChange={(triangles) => change({ triangles })}
        />
      </Field>
      <Field label="Textures at most">
        <NumberField
          value={wish.texturePx}
          placeholder="As they are"
          min={16}
          max={16_384}
          step={256}
          isInteger
          unit="px"
          onValueChange={(texturePx) => change({ texturePx })}
        />
      </Field>
      <Switch
        label="Textures as WebP"
        hint="Browsers read it; some programs do not"
        checked={wish.usesWebp}
        onCheckedChange={(usesWebp) => change({ usesWebp })}
      />
      <Field label="Packed" hint={packings.find(({ value }) => value === wish.packing)?.hint}>
        <SegmentedControl<Packing>
          value={wish.packing}
          options={packings}
          onValueChange={(packing) => change({ packing })}
        />
      </Field>
      {busy ? (
        <div className="flex items-center gap-3">
          <Progress label="Making it lighter" value={busy.share} className="flex-1" />
          <Button size="sm" onClick={stop}>
            Stop
          </Button>
        </div>
      ) : (
        <div className="flex gap-2">
          <Button variant="primary" className="flex-1" onClick={start}>
            Make it lighter
          </Button>
          {edits.length > 0 && (
            <Button icon={<Undo2 aria-hidden />} onClick={onUndo}>
              Undo
            </Button>
          )}
        </div>
      )}
      {failure !== undefined && (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
          {failure}
        </p>
      )}
      {isLight && weights?.url === beforeUrl && (
        <>
          <WeightTable before={weights.before} after={weights.after} />
          <BeforeAfter key={model.url} desk={desk} url={beforeUrl} />
        </>
      )}
    </>
  )
}

const optimizedLabel = 'Made lighter.'

function WeightTable({ before, after }: { before: Weight; after: Weight }) {
  const rows: readonly (readonly [string, string, string])[] = [
    ['File', sayBytes(before.sizeBytes), sayBytes(after.sizeBytes)],
    ['Triangles', sayCount(before.triangles), sayCount(after.triangles)],
    ['Textures', sayBytes(before.textureBytes), sayBytes(after.textureBytes)],
    ['Largest', `${before.texturePx} px`, `${after.texturePx} px`],
  ]
  return (
    <table className="w-full text-right tabular-nums">
      <thead className="text-xs text-ink-faint">
        <tr>
          <td aria-label="What is counted" />
          <th scope="col" className="font-normal">
            Before
          </th>
          <th scope="col" className="font-normal">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, was, is]) => (
          <tr key={name}>
            <th scope="row" className="py-0.5 text-left font-normal text-ink-muted">
              {name}
            </th>
            <td>{was}</td>
            <td className="font-medium">{is}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Shown = { view: View; place: number; mode: DisplayMode }

/** Shows the model before in the same view. */
function BeforeAfter({ desk, url }: PanelProps & { url: string }) {
  const { putOnStage, look } = desk
  const { mode } = look
  // On the stage it stays mounted while the panel changes what it shows.
  const [shown] = useState(() => createStore<Shown>(() => ({ view: 'wipe', place: 0.5, mode })))
  const { view, place } = useStore(shown)
  useEffect(() => shown.setState({ mode }), [shown, mode])
  useEffect(() => putOnStage(<Before url={url} shown={shown} />), [putOnStage, url, shown])
  return (
    <>
      <SegmentedControl<View>
        label="Look at"
        value={view}
        options={[
          { value: 'wipe', label: 'Wipe' },
          { value: 'side', label: 'Both' },
          { value: 'after', label: 'After' },
        ]}
        onValueChange={(next) => shown.setState({ view: next })}
      />
      {view === 'wipe' && (
        <Field label="Before" aside={<span className="font-medium">After</span>}>
          <Slider
            aria-label="How much of the model before is seen"
            value={place}
            min={0}
            max={1}
            step={0.01}
            aria-valuetext={`${Math.round(place * 100)} % before`}
            onValueChange={(next) => shown.setState({ place: next })}
          />
        </Field>
      )}
    </>
  )
}

function Before({ url, shown }: { url: string; shown: StoreApi<Shown> }) {
  const { view, place, mode } = useStore(shown)
  const urls = useMemo(() => [url], [url])
  if (view === 'after') return null
  return (
    <Beside
      urls={urls}
      layout={view}
      place={place}
      panes={twoPanes}
      isMainFirst={false}
      hasSameSize={false}
      mode={mode}
    />
  )
}
