import MapPinPlus from 'lucide-react/icons/map-pin-plus'
import { useEffect, useMemo, useState } from 'react'
import type { Vector3 } from 'three'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'
import { notesMax } from '#lib/note-limits.ts'
import { MeasureStage } from './measure-stage.tsx'
import {
  formatLengthIn,
  measure,
  measureFace,
  measureKinds,
  unitNames,
  type MeasureKind,
  type Unit,
} from './measures.ts'
import type { FlatFace } from './flat-face.ts'

const units: readonly { value: Unit; label: string }[] = (['mm', 'cm', 'in', 'm'] as const).map(
  (value) => ({ value, label: unitNames[value] }),
)

const kinds: readonly { value: MeasureKind; label: string }[] = [
  { value: 'distance', label: t('Distance') },
  { value: 'angle', label: t('Angle') },
  { value: 'diameter', label: t('Diameter') },
  { value: 'edge', label: t('Edge') },
  { value: 'face', label: t('Face') },
]

export function MeasurePanel({ editor: { putOnStage, loaded, notes, onNotes } }: PanelProps) {
  const [kind, setKind] = useState<MeasureKind>('distance')
  const [points, setPoints] = useState<readonly Vector3[]>([])
  const [face, setFace] = useState<FlatFace>()
  const [snaps, setSnaps] = useState(true)
  const isOfFace = kind === 'edge' || kind === 'face'
  const size = Math.max(...(loaded?.sizeMetres ?? [1]))
  const [unit, setUnit] = useState<Unit>(size < 0.3 ? 'mm' : size < 3 ? 'cm' : 'm')
  const measured = useMemo(() => {
    const [point] = points
    if (kind !== 'edge' && kind !== 'face') return measure(kind, points, unit)
    return face && point && measureFace(kind, { face, point }, unit)
  }, [kind, points, face, unit])
  const line = measured?.line
  const count = measureKinds[kind]
  const node = useMemo(
    () => (
      <MeasureStage
        points={isOfFace ? none : points}
        line={line ?? (isOfFace ? none : points)}
        snaps={snaps && !isOfFace}
        // A click after the last required point starts a new measurement.
        onPicked={(picked) => {
          if (isOfFace) setFace(picked.face())
          setPoints((now) => (now.length >= count ? [picked.point] : [...now, picked.point]))
        }}
      />
    ),
    [points, line, snaps, count, isOfFace],
  )
  useEffect(() => putOnStage(node), [node, putOnStage])

  const keep = () => {
    if (!measured) return
    const { at, text } = measured
    onNotes((now) =>
      now.length >= notesMax
        ? now
        : [
            ...now,
            {
              id: (now.at(-1)?.id ?? 0) + 1,
              at: at.toArray(),
              text,
              line: measured.line.map((point) => point.toArray()),
            },
          ],
    )
    setPoints([])
  }

  return (
    <>
      <FormField label={t('Measure')}>
        <Select
          value={kind}
          options={kinds}
          onValueChange={(next: MeasureKind) => {
            setKind(next)
            setPoints([])
          }}
        />
      </FormField>
      <p aria-live="polite" className="text-pretty text-ink-muted">
        {points.length === count && !measured
          ? isOfFace
            ? t('There is no flat face here. Click another place.')
            : t('These points are on one line. Click three points on the rim.')
          : hints[kind][points.length]}
      </p>
      {measured && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-base tabular-nums">
          <dt className="text-ink-muted">{kinds.find(({ value }) => value === kind)?.label}</dt>
          <dd className="text-end font-medium">{measured.text}</dd>
          {kind === 'distance' && <Spans points={points} unit={unit} />}
        </dl>
      )}
      <FormField label={t('Unit')}>
        <SegmentedControl value={unit} options={units} onValueChange={setUnit} />
      </FormField>
      <Switch
        label={t('Snap to vertices')}
        hint={t('Snaps to a nearby vertex')}
        checked={snaps}
        disabled={isOfFace}
        onCheckedChange={setSnaps}
      />
      <Button
        icon={<MapPinPlus aria-hidden />}
        disabled={!measured || notes.length >= notesMax}
        onClick={keep}
      >
        {t('Keep as note')}
      </Button>
      <Button disabled={points.length === 0} onClick={() => setPoints([])}>
        {t('Clear')}
      </Button>
    </>
  )
}

function Spans({ points: [first, second], unit }: { points: readonly Vector3[]; unit: Unit }) {
  if (!first || !second) return null
  return (['x', 'y', 'z'] as const).map((axis, at) => (
    <div key={axis} className="contents text-xs text-ink-muted">
      <dt>{[t('Width'), t('Height'), t('Depth')][at]}</dt>
      <dd className="text-end">{formatLengthIn(Math.abs(second[axis] - first[axis]), unit)}</dd>
    </div>
  ))
}

const none: readonly Vector3[] = []
const again = t('The next click starts a new measurement.')
const hints: Record<MeasureKind, readonly string[]> = {
  distance: [t('Click a point on the model.'), t('Click a second point.'), again],
  angle: [
    t('Click a point on one side of the angle.'),
    t('Click the corner of the angle.'),
    t('Click a point on the other side.'),
    again,
  ],
  edge: [t('Click near a straight edge.'), again],
  face: [t('Click a flat face.'), again],
  diameter: [
    t('Click a point on the rim of a hole or a disc.'),
    t('Click a second point on the rim.'),
    t('Click a third point on the rim.'),
    again,
  ],
}
