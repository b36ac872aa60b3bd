import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { clamp } from '#lib/clamp.ts'
import { t } from '#languages/studio.ts'
import type { BrushStroke } from './brush.ts'
import type { MaskEditing } from './use-mask-edit.ts'

export type StrokePoint = readonly [number, number]

export type DrawingTool = Pick<BrushStroke, 'mode' | 'radiusPx'> & {
  isLasso: boolean
}

type Drawn = {
  area: RefObject<HTMLElement | null>
  size: { width: number; height: number }
  editing: MaskEditing
  tool: DrawingTool
}

export function useStrokes({ area, size: { width, height }, editing, tool }: Drawn) {
  const drawing = useRef<number[]>(undefined)
  const [cursor, setCursor] = useState<StrokePoint>()
  const [loop, setLoop] = useState<readonly number[]>([])
  const [said, setSaid] = useState('')
  const { isLasso, ...brush } = tool

  const getPoint = ({ clientX, clientY }: { clientX: number; clientY: number }): StrokePoint => {
    const box = area.current?.getBoundingClientRect()
    if (!box || box.width === 0) return [0, 0]
    return [((clientX - box.left) / box.width) * width, ((clientY - box.top) / box.height) * height]
  }
  const begin = (point: StrokePoint) => {
    drawing.current = [...point]
    if (isLasso) setLoop([...point])
    else editing.drew({ ...brush, from: point, to: point })
  }
  const goOn = (to: StrokePoint) => {
    const points = drawing.current
    if (!points) return
    const from = [points.at(-2) ?? to[0], points.at(-1) ?? to[1]] as const
    points.push(...to)
    if (isLasso) setLoop([...points])
    else editing.drew({ ...brush, from, to })
  }
  const end = () => {
    const points = drawing.current
    drawing.current = undefined
    setLoop([])
    if (!points) return
    if (!isLasso) return editing.strokeEnded({ ...brush, points })
    if (points.length >= 6) editing.strokeAdded({ ...brush, radiusPx: 0, points, isFilled: true })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === ' ' || key === 'Enter') {
      event.preventDefault()
      const point = cursor ?? ([width / 2, height / 2] as const)
      setCursor(point)
      if (!drawing.current) begin(point)
      const place = formatPoint(point, width, height)
      if (isLasso) setSaid(t('Outline begins at {place}.', { place }))
      else
        setSaid(
          t('{mode, select, true {Added} other {Erased}} at {place}.', {
            mode: brush.mode === 'add',
            place,
          }),
        )
      return
    }
    const step = getKeyStep(key)
    if (!step) return
    event.preventDefault()
    const [x, y] = cursor ?? ([width / 2, height / 2] as const)
    const far = brush.radiusPx * (event.shiftKey ? 4 : 1)
    const to = [clamp(x + step[0] * far, 0, width), clamp(y + step[1] * far, 0, height)] as const
    setCursor(to)
    goOn(to)
    setSaid(formatPoint(to, width, height))
  }

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setCursor(getPoint(event))
      begin(getPoint(event))
    },
    onPointerMove: (event: PointerEvent) => {
      setCursor(getPoint(event))
      if (!drawing.current) return
      const passed = event.nativeEvent.getCoalescedEvents?.() ?? []
      for (const point of passed.length > 0 ? passed : [event]) goOn(getPoint(point))
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: () => !drawing.current && setCursor(undefined),
    onKeyDown,
    onKeyUp: ({ key }: KeyboardEvent) => (key === ' ' || key === 'Enter') && end(),
    onBlur: end,
  }
  return { handlers, cursor, loop, said }
}

function getKeyStep(key: string): StrokePoint | undefined {
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

const formatPoint = ([x, y]: StrokePoint, width: number, height: number): string =>
  t('{left}% from the left, {top}% from the top', {
    left: Math.round((x / width) * 100),
    top: Math.round((y / height) * 100),
  })
