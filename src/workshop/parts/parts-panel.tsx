import { Eye, EyeOff, Pause, Play, RotateCw, Target } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { sayRoughCount } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import type { Desk, PanelProps } from '../state/desk-state.ts'
import { describeFailure } from '#model-files/errors.ts'
import { isolate, type PartsStore, toggle } from '../state/parts-store.ts'
import { type RotateAxis, rotateGlb } from '#model-files/glb/rotate-glb.ts'

/** The tree of the model, what moves in it, and what it can look like. Stays when it is closed. */
export function PartsPanel({ desk }: PanelProps) {
  const { parts, loaded, choice, onChoice } = desk
  useEffect(() => parts.setState({ isWanted: true }), [parts])
  const scenes = loaded?.scenes ?? []
  const variants = loaded?.variants ?? []
  return (
    <div>
      {(scenes.length > 1 || variants.length > 0) && (
        <Section title="Variants">
          {scenes.length > 1 && (
            <Field label="Scene">
              <Select
                value={String(choice.scene ?? loaded?.scene ?? 0)}
                options={scenes.map((label, at) => ({ value: String(at), label }))}
                onValueChange={(value) => onChoice({ ...choice, scene: Number(value) })}
              />
            </Field>
          )}
          {variants.length > 0 && (
            <Field label="Materials">
              <Select
                value={choice.variant === undefined ? 'own' : String(choice.variant)}
                options={[
                  { value: 'own', label: 'Default' },
                  ...variants.map((label, at) => ({ value: String(at), label })),
                ]}
                onValueChange={(value) =>
                  onChoice({ ...choice, variant: value === 'own' ? undefined : Number(value) })
                }
              />
            </Field>
          )}
        </Section>
      )}
      <Clips store={parts} />
      <Morphs store={parts} />
      <Section title="Orientation">
        <Turns desk={desk} />
      </Section>
      <Section title="Parts">
        <BonesSwitch store={parts} />
        <Tree store={parts} />
      </Section>
    </div>
  )
}

function Clips({ store }: { store: PartsStore }) {
  const { clips, clip, isPlaying, seconds, speed } = useStore(store)
  if (clips.length === 0) return null
  const length = clips[clip ?? 0]?.seconds ?? 0
  return (
    <Section title="Animation">
      <div className="flex gap-2">
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          variant="secondary"
          icon={isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          onClick={() => store.setState({ clip: clip ?? 0, isPlaying: !isPlaying })}
        />
        <Select
          aria-label="Clip"
          className="min-w-0 flex-1"
          value={clip === undefined ? 'none' : String(clip)}
          options={[
            { value: 'none', label: 'None' },
            ...clips.map(({ name }, at) => ({ value: String(at), label: name })),
          ]}
          onValueChange={(value) =>
            store.setState(
              value === 'none'
                ? { clip: undefined, isPlaying: false, seconds: 0 }
                : { clip: Number(value), isPlaying: true, seconds: 0 },
            )
          }
        />
      </div>
      <Field
        label="Time"
        aside={
          <span className="text-ink-muted tabular-nums">
            {seconds.toFixed(1)} of {length.toFixed(1)} s
          </span>
        }
      >
        <Slider
          aria-label="Time"
          value={Math.min(seconds, length)}
          min={0}
          max={Math.max(length, 0.01)}
          step={0.01}
          disabled={clip === undefined}
          aria-valuetext={`${seconds.toFixed(1)} seconds`}
          onValueChange={(value) => store.setState({ seconds: value, isPlaying: false })}
        />
      </Field>
      <Field label="Speed" aside={<span className="text-ink-muted tabular-nums">{speed} ×</span>}>
        <Slider
          aria-label="Speed"
          value={speed}
          min={0.1}
          max={3}
          step={0.1}
          aria-valuetext={`${speed} times`}
          onValueChange={(value) => store.setState({ speed: value })}
        />
      </Field>
    </Section>
  )
}

function Morphs({ store }: { store: PartsStore }) {
  const morphs = useStore(store, (state) => state.morphs)
  if (morphs.length === 0) return null
  return (
    <Section title="Morph targets" isOpen={morphs.length < 12}>
      {morphs.map(({ name, amount }) => (
        <Field key={name} label={name}>
          <Slider
            aria-label={name}
            value={amount}
            min={0}
            max={1}
            step={0.01}
            aria-valuetext={`${Math.round(amount * 100)} %`}
            onValueChange={(value) =>
              store.setState({
                morphs: morphs.map((one) => (one.name === name ? { name, amount: value } : one)),
              })
            }
          />
        </Field>
      ))}
    </Section>
  )
}

const axes: readonly { axis: RotateAxis; label: string }[] = [
  { axis: 'x', label: 'X' },
  { axis: 'y', label: 'Y' },
  { axis: 'z', label: 'Z' },
]

/** Turns by a quarter; it is an edit, so that it is saved with the model and can be taken back. */
function Turns({ desk: { model, edits, onEdited, onUndo } }: { desk: Desk }) {
  const turn = async (axis: RotateAxis) => {
    try {
      const response = await fetch(model.url, { signal: AbortSignal.timeout(60_000) })
      const glb = rotateGlb(new Uint8Array(await response.arrayBuffer()), axis)
      onEdited(new Blob([glb], { type: 'model/gltf-binary' }), 'Rotated by 90°.')
    } catch (error) {
      showToast({
        kind: 'error',
        title: 'Could not rotate the model',
        detail: describeFailure(error),
      })
    }
  }
  return (
    <>
      <div className="flex gap-2">
        {axes.map(({ axis, label }) => (
          <Button
            key={axis}
            size="sm"
            className="flex-1"
            aria-label={`Rotate 90° around ${label}`}
            icon={<RotateCw aria-hidden />}
            onClick={() => void turn(axis)}
          >
            {label}
          </Button>
        ))}
      </div>
      {edits.length > 0 && (
        <Button size="sm" variant="ghost" onClick={onUndo}>
          Undo: {edits.at(-1)?.label}
        </Button>
      )}
    </>
  )
}

function BonesSwitch({ store }: { store: PartsStore }) {
  const { bones, showsBones } = useStore(store)
  if (bones === 0) return null
  return (
    <Switch
      label="Show skeleton"
      hint={bones === 1 ? '1 bone' : `${bones} bones`}
      checked={showsBones}
      onCheckedChange={(next) => store.setState({ showsBones: next })}
    />
  )
}

function Tree({ store }: { store: PartsStore }) {
  const { tree, hidden, apart } = useStore(store)
  return (
    <>
      <Field label="Explode" hint={tree.length < 2 ? 'This model has only one part.' : undefined}>
        <Slider
          aria-label="Explode"
          value={apart}
          min={0}
          max={1}
          step={0.01}
          disabled={tree.length < 2}
          aria-valuetext={`${Math.round(apart * 100)} %`}
          onValueChange={(value) => store.setState({ apart: value })}
        />
      </Field>
      <ul className="max-h-72 overflow-y-auto">
        {tree.map(({ id, name, depth, triangles }) => {
          const isHidden = hidden.has(id)
          return (
            <li
              key={id}
              style={{ paddingLeft: Math.min(depth, 8) * 12 }}
              className="group flex items-center gap-1 rounded-md hover:bg-hover"
            >
              <span className={`min-w-0 flex-1 truncate ${isHidden ? 'text-ink-faint' : ''}`}>
                {name}
              </span>
              <span className="text-xs text-ink-faint tabular-nums">
                {sayRoughCount(triangles)}
              </span>
              <IconButton
                label={`Show only ${name}`}
                icon={<Target aria-hidden />}
                onClick={() => store.setState((state) => ({ hidden: isolate(state, id) }))}
              />
              <IconButton
                label={isHidden ? `Show ${name}` : `Hide ${name}`}
                icon={isHidden ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
                onClick={() => store.setState((state) => ({ hidden: toggle(state, id) }))}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}
