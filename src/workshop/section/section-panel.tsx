import { FlipHorizontal2 } from 'lucide-react'
import { useEffect } from 'react'
import { sayLength } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import type { PanelProps } from '../state/desk-state.ts'
import { type CutAxis, defaultCut } from '../state/cut.ts'

const axes: readonly { value: CutAxis; label: string; title: string }[] = [
  { value: 'x', label: 'Side', title: 'From left to right' },
  { value: 'y', label: 'Height', title: 'From bottom to top' },
  { value: 'z', label: 'Depth', title: 'From back to front' },
]

/** Cuts the model open. The cut stays when the panel is closed. */
export function SectionPanel({ desk: { cut, onCut, loaded } }: PanelProps) {
  const shown = cut ?? defaultCut
  // Whoever opens the panel wants to see a cut.
  useEffect(() => onCut((now) => now ?? defaultCut), [onCut])
  const size = loaded?.sizeMetres[['x', 'y', 'z'].indexOf(shown.axis)] ?? 0
  return (
    <>
      <Field label="Across">
        <SegmentedControl
          value={shown.axis}
          options={axes}
          onValueChange={(axis) => onCut({ ...shown, axis })}
        />
      </Field>
      <Field
        label="Place"
        aside={<span className="text-ink-muted tabular-nums">{sayLength(size * shown.place)}</span>}
      >
        <Slider
          aria-label="Place"
          value={shown.place}
          min={0}
          max={1}
          step={0.005}
          aria-valuetext={`${Math.round(shown.place * 100)} %`}
          onValueChange={(place) => onCut({ ...shown, place })}
        />
      </Field>
      <Switch
        label="Close the cut"
        hint="As if the inside were solid. What stays empty is hollow, or has a hole."
        checked={shown.hasCap}
        onCheckedChange={(hasCap) => onCut({ ...shown, hasCap })}
      />
      <div className="flex gap-2">
        <Button
          icon={<FlipHorizontal2 aria-hidden />}
          className="flex-1"
          onClick={() => onCut({ ...shown, isFlipped: !shown.isFlipped })}
        >
          Other side
        </Button>
        <Button className="flex-1" disabled={!cut} onClick={() => onCut(undefined)}>
          Make it whole
        </Button>
      </div>
    </>
  )
}
