import { FlipHorizontal2 } from 'lucide-react'
import { useEffect } from 'react'
import { formatLength } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import type { PanelProps } from '../state/desk-state.ts'
import { type CutAxis, defaultCut } from '../state/cut.ts'

const axes: readonly { value: CutAxis; label: string; title: string }[] = [
  { value: 'x', label: 'X', title: 'Left to right' },
  { value: 'y', label: 'Y', title: 'Bottom to top' },
  { value: 'z', label: 'Z', title: 'Back to front' },
]

/** Cuts the model open. The cut stays when the panel is closed. */
export function SectionPanel({ desk: { cut, onCut, loaded } }: PanelProps) {
  const shown = cut ?? defaultCut
  // Whoever opens the panel wants to see a cut.
  useEffect(() => onCut((now) => now ?? defaultCut), [onCut])
  const size = loaded?.sizeMetres[['x', 'y', 'z'].indexOf(shown.axis)] ?? 0
  return (
    <>
      <Field label="Axis">
        <SegmentedControl
          value={shown.axis}
          options={axes}
          onValueChange={(axis) => onCut({ ...shown, axis })}
        />
      </Field>
      <Field
        label="Position"
        aside={
          <span className="text-ink-muted tabular-nums">{formatLength(size * shown.place)}</span>
        }
      >
        <Slider
          aria-label="Position"
          value={shown.place}
          min={0}
          max={1}
          step={0.005}
          aria-valuetext={`${Math.round(shown.place * 100)} %`}
          onValueChange={(place) => onCut({ ...shown, place })}
        />
      </Field>
      <Switch
        label="Cap the section"
        hint="Fills the section as if the model were solid. Gaps are cavities or holes."
        checked={shown.hasCap}
        onCheckedChange={(hasCap) => onCut({ ...shown, hasCap })}
      />
      <div className="flex gap-2">
        <Button
          icon={<FlipHorizontal2 aria-hidden />}
          className="flex-1"
          onClick={() => onCut({ ...shown, isFlipped: !shown.isFlipped })}
        >
          Flip
        </Button>
        <Button className="flex-1" disabled={!cut} onClick={() => onCut(undefined)}>
          Remove section
        </Button>
      </div>
    </>
  )
}
