import { useEffect, useMemo, useState } from 'react'
import type { Vector3 } from 'three'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import type { PanelProps } from '../state/desk-state.ts'
import { MeasureStage } from './measure-stage.tsx'
import { angleAt, formatLengthIn, type Unit } from './measures.ts'

const units: readonly { value: Unit; label: string }[] = [
  { value: 'mm', label: 'mm' },
  { value: 'cm', label: 'cm' },
  { value: 'in', label: 'in' },
  { value: 'm', label: 'm' },
]

/** Distances and angles between points that are clicked on the model. */
export function MeasurePanel({ desk: { putOnStage, loaded } }: PanelProps) {
  const [points, setPoints] = useState<readonly Vector3[]>([])
  const [snaps, setSnaps] = useState(true)
  const size = Math.max(...(loaded?.sizeMetres ?? [1]))
  const [unit, setUnit] = useState<Unit>(size < 0.3 ? 'mm' : size < 3 ? 'cm' : 'm')
  const node = useMemo(
    () => (
      <MeasureStage
        points={points}
        snaps={snaps}
        // The fourth point begins anew.
        onPicked={(point) => setPoints((now) => (now.length >= 3 ? [point] : [...now, point]))}
      />
    ),
    [points, snaps],
  )
  useEffect(() => putOnStage(node), [node, putOnStage])

  const [first, second, third] = points
  return (
    <>
      <p aria-live="polite" className="text-pretty text-ink-muted">
        {hints[points.length]}
      </p>
      {first && second && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-base tabular-nums">
          <dt className="text-ink-muted">Distance</dt>
          <dd className="text-right font-medium">
            {formatLengthIn(first.distanceTo(second), unit)}
          </dd>
          {(['x', 'y', 'z'] as const).map((axis, at) => (
            <div key={axis} className="contents text-xs text-ink-muted">
              <dt>{['Width', 'Height', 'Depth'][at]}</dt>
              <dd className="text-right">
                {formatLengthIn(Math.abs(second[axis] - first[axis]), unit)}
              </dd>
            </div>
          ))}
          {third && (
            <>
              <dt className="mt-2 text-ink-muted">Second distance</dt>
              <dd className="mt-2 text-right font-medium">
                {formatLengthIn(second.distanceTo(third), unit)}
              </dd>
              <dt className="text-ink-muted">Angle</dt>
              <dd className="text-right font-medium">
                {angleAt(second, first, third).toFixed(1)}°
              </dd>
            </>
          )}
        </dl>
      )}
      <Field label="Unit">
        <SegmentedControl value={unit} options={units} onValueChange={setUnit} />
      </Field>
      <Switch
        label="Snap to vertices"
        hint="Snaps to a nearby vertex"
        checked={snaps}
        onCheckedChange={setSnaps}
      />
      <Button disabled={points.length === 0} onClick={() => setPoints([])}>
        Clear
      </Button>
    </>
  )
}

const hints = [
  'Click a point on the model.',
  'Click a second point.',
  'Click a third point to measure the angle at the second.',
  'The next click starts a new measurement.',
] as const
