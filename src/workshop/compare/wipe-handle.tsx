import MoveHorizontal from 'lucide-react/icons/move-horizontal'
import type { PointerEvent } from 'react'
import { clamp } from '#lib/clamp.ts'
import { t } from '#languages/viewer.ts'

type WipeHandleProps = {
  place: number
  onPlace: (place: number) => void
  label?: string
}

export function WipeHandle({
  place,
  onPlace,
  label = t('Divider between the two models'),
}: WipeHandleProps) {
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    if (!currentTarget.parentElement || !currentTarget.hasPointerCapture(pointerId)) return
    const { left, width } = currentTarget.parentElement.getBoundingClientRect()
    onPlace(clamp((clientX - left) / width, 0, 1))
  }
  return (
    <label
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
      style={{ left: `${place * 100}%` }}
      className="absolute inset-y-0 z-10 flex w-8 -translate-x-1/2 cursor-ew-resize touch-none items-center justify-center before:absolute before:inset-y-0 before:w-0.5 before:bg-accent has-focus-visible:before:w-1"
    >
      <input
        type="range"
        dir="ltr"
        min={0}
        max={100}
        step={2}
        value={Math.round(place * 100)}
        aria-label={label}
        aria-valuetext={t('{place}% from the left', { place: Math.round(place * 100) })}
        onChange={(event) => onPlace(Number(event.target.value) / 100)}
        className="sr-only"
      />
      <span className="relative grid size-8 place-items-center rounded-full bg-accent text-accent-ink shadow-raised">
        <MoveHorizontal aria-hidden className="size-4" />
      </span>
    </label>
  )
}
