import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { clamp } from '#lib/clamp.ts'
import { checkerboard } from '../checkerboard.ts'
import type { Stroke } from './brush.ts'
import type { Crop } from './crop.ts'
import type { CutoutCanvas } from './cutout-canvas.ts'
import type { MaskEditing } from './use-mask-edit.ts'

type CutoutStageProps = {
  cutout: CutoutCanvas
  /** Of the whole picture, to show faintly what is away. */
  pictureUrl: string
  editing: MaskEditing
  brush: Pick<Stroke, 'mode' | 'radiusPx'>
  crop: Crop | undefined
}

type Point = readonly [number, number]

/** The picture under the brush: what remains stands on a checkerboard, what is away is faint. */
export function CutoutStage({ cutout, pictureUrl, editing, brush, crop }: CutoutStageProps) {
  const { width, height, canvas } = cutout
  const area = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<number[]>(undefined)
  const [cursor, setCursor] = useState<Point>()
  const [said, setSaid] = useState('')
  const helpId = useId()

  useEffect(() => {
    const parent = place.current
    parent?.append(canvas)
    return () => canvas.remove()
  }, [canvas])

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = area.current?.getBoundingClientRect()
    if (!box || box.width === 0) return [0, 0]
    return [((clientX - box.left) / box.width) * width, ((clientY - box.top) / box.height) * height]
  }
  const begin = (point: Point) => {
    drawing.current = [...point]
    editing.drew({ ...brush, from: point, to: point })
  }
  const goOn = (to: Point) => {
    const points = drawing.current
    if (!points) return
    const from = [points.at(-2) ?? to[0], points.at(-1) ?? to[1]] as const
    points.push(...to)
    editing.drew({ ...brush, from, to })
  }
  const end = () => {
    const points = drawing.current
    drawing.current = undefined
    if (points) editing.strokeEnded({ ...brush, points })
  }

  const onPointerMove = (event: PointerEvent) => {
    setCursor(pointOf(event))
    if (!drawing.current) return
    const passed = event.nativeEvent.getCoalescedEvents?.() ?? []
    for (const point of passed.length > 0 ? passed : [event]) goOn(pointOf(point))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === ' ' || key === 'Enter') {
      event.preventDefault()
      const point = cursor ?? ([width / 2, height / 2] as const)
      setCursor(point)
      if (!drawing.current) begin(point)
      setSaid(
        `${brush.mode === 'add' ? 'Added' : 'Erased'} at ${formatPoint(point, width, height)}.`,
      )
      return
    }
    const step = stepOf(key)
    if (!step) return
    event.preventDefault()
    const [x, y] = cursor ?? ([width / 2, height / 2] as const)
    const far = brush.radiusPx * (event.shiftKey ? 4 : 1)
    const to = [clamp(x + step[0] * far, 0, width), clamp(y + step[1] * far, 0, height)] as const
    setCursor(to)
    goOn(to)
    setSaid(formatPoint(to, width, height))
  }

  return (
    <div className="grid place-items-center rounded-lg border border-line bg-surface-sunken p-2">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application */}
      <div
        ref={area}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move the brush
        tabIndex={0}
        role="application"
        aria-roledescription="Brush"
        aria-label={brush.mode === 'add' ? 'Picture, adding' : 'Picture, erasing'}
        aria-describedby={helpId}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setCursor(pointOf(event))
          begin(pointOf(event))
        }}
        onPointerMove={onPointerMove}
        onPointerUp={end}
        onPointerCancel={end}
        onPointerLeave={() => !drawing.current && setCursor(undefined)}
        onKeyDown={onKeyDown}
        onKeyUp={({ key }) => (key === ' ' || key === 'Enter') && end()}
        onBlur={end}
        style={{
          ...checkerboard,
          aspectRatio: `${width} / ${height}`,
          width: `min(100%, ${(width / height).toFixed(4)} * min(58vh, 34rem))`,
        }}
        // Two fingers still enlarge the page.
        className="relative cursor-crosshair touch-pinch-zoom overflow-hidden rounded-md outline-offset-2 outline-accent select-none focus-visible:outline-2"
      >
        <img
          src={pictureUrl}
          alt=""
          draggable={false}
          className="absolute inset-0 size-full opacity-20"
        />
        <div ref={place} className="absolute inset-0" />
        {crop && (
          <div
            aria-hidden
            style={{
              left: `${(crop.left / width) * 100}%`,
              top: `${(crop.top / height) * 100}%`,
              width: `${(crop.width / width) * 100}%`,
              height: `${(crop.height / height) * 100}%`,
            }}
            className="pointer-events-none absolute border border-dashed border-accent"
          />
        )}
        {cursor && (
          <div
            aria-hidden
            style={{
              left: `${((cursor[0] - brush.radiusPx) / width) * 100}%`,
              top: `${((cursor[1] - brush.radiusPx) / height) * 100}%`,
              width: `${((2 * brush.radiusPx) / width) * 100}%`,
            }}
            className={`pointer-events-none absolute aspect-square rounded-full border-2 ${brush.mode === 'add' ? 'border-accent' : 'border-danger'}`}
          />
        )}
      </div>
      <p id={helpId} className="sr-only">
        Arrow keys move the brush, with Shift further. Space paints, held down while moving it draws
        a line.
      </p>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  )
}

function stepOf(key: string): Point | undefined {
  switch (key) {
    case 'ArrowLeft':
      return [-1, 0]
    case 'ArrowRight':
      return [1, 0]
    case 'ArrowUp':
      return [0, -1]
    case 'ArrowDown':
      return [0, 1]
    default:
      return undefined
  }
}

const formatPoint = ([x, y]: Point, width: number, height: number): string =>
  `${Math.round((x / width) * 100)} % from the left, ${Math.round((y / height) * 100)} % from the top`
