import FlipHorizontal2 from 'lucide-react/icons/carets-to-axis-dashed-horizontal'
import { useEffect } from 'react'
import { formatLength, formatPercent } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/viewer.ts'
import { cutAxes, planeFacing, type Cut, type CutAxis, type CutPlane } from '../state/cut.ts'
import type { PanelProps } from '../state/editor-state.ts'

const labels: Readonly<Record<CutAxis, string>> = {
  x: t('Left to right (X)'),
  y: t('Bottom to top (Y)'),
  z: t('Back to front (Z)'),
}

export function SectionPanel({ editor: { cut, onCut, loaded, viewer } }: PanelProps) {
  useEffect(
    () =>
      onCut(
        (now) =>
          now ?? { planes: { x: planeFacing('x', viewer.current?.direction()) }, hasCap: true },
      ),
    [onCut, viewer],
  )
  const set = (axis: CutAxis, plane: CutPlane | undefined) =>
    onCut((now) => withPlane(now, axis, plane))
  return (
    <>
      {cutAxes.map((axis, index) => (
        <AxisCut
          key={axis}
          label={labels[axis]}
          plane={cut?.planes[axis]}
          sizeMetres={loaded?.sizeMetres[index] ?? 0}
          onAdd={() => set(axis, planeFacing(axis, viewer.current?.direction()))}
          onPlane={(plane) => set(axis, plane)}
        />
      ))}
      <hr className="border-line" />
      <Switch
        label={t('Cap the section')}
        hint={t('Fills the section as if the model were solid. Gaps are cavities or holes.')}
        checked={cut?.hasCap ?? true}
        disabled={!cut}
        onCheckedChange={(hasCap) => onCut((now) => now && { ...now, hasCap })}
      />
      <Button disabled={!cut} onClick={() => onCut(undefined)}>
        {t('Remove section')}
      </Button>
    </>
  )
}

type AxisCutProps = {
  label: string
  plane: CutPlane | undefined
  sizeMetres: number
  onAdd: () => void
  onPlane: (plane: CutPlane | undefined) => void
}

function AxisCut({ label, plane, sizeMetres, onAdd, onPlane }: AxisCutProps) {
  return (
    <fieldset aria-label={label} className="flex flex-col gap-1">
      <Switch
        label={label}
        checked={plane !== undefined}
        onCheckedChange={(isOn) => (isOn ? onAdd() : onPlane(undefined))}
      />
      {plane && (
        <div className="flex items-center gap-2">
          <Slider
            aria-label={t('Position')}
            className="flex-1"
            value={plane.place}
            min={0}
            max={1}
            step={0.005}
            aria-valuetext={formatPercent(plane.place)}
            onValueChange={(place) => onPlane({ ...plane, place })}
          />
          <span className="min-w-16 text-end text-ink-muted tabular-nums">
            {formatLength(sizeMetres * plane.place)}
          </span>
          <IconButton
            label={t('Flip')}
            icon={<FlipHorizontal2 aria-hidden />}
            isActive={plane.isFlipped}
            onClick={() => onPlane({ ...plane, isFlipped: !plane.isFlipped })}
          />
        </div>
      )}
    </fieldset>
  )
}

function withPlane(
  cut: Cut | undefined,
  axis: CutAxis,
  plane: CutPlane | undefined,
): Cut | undefined {
  const { [axis]: _, ...others } = cut?.planes ?? {}
  const planes = plane ? { ...others, [axis]: plane } : others
  return Object.keys(planes).length === 0 ? undefined : { planes, hasCap: cut?.hasCap ?? true }
}
