import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { clamp } from '#lib/clamp.ts'

export const zoomMax = 16
const zoomStep = 1.5

/**
 * A point that stays at the same place on the screen while zooming, as a fraction of the area and
 * in client coordinates.
 */
type Anchor = { fractionX: number; fractionY: number; clientX: number; clientY: number }

/** Zooms an area in its scroll container. Ctrl with the wheel zooms around the pointer. */
export function useZoom(area: RefObject<HTMLElement | null>) {
  const frame = useRef<HTMLDivElement>(null)
  const [{ zoom, anchor }, setZoomed] = useState<{ zoom: number; anchor?: Anchor }>({ zoom: 1 })

  const zoomBy = (factor: number, at?: { clientX: number; clientY: number }) => {
    const inside = area.current?.getBoundingClientRect()
    const outside = frame.current?.getBoundingClientRect()
    if (!inside || !outside || inside.width === 0) return
    const clientX = at?.clientX ?? outside.left + outside.width / 2
    const clientY = at?.clientY ?? outside.top + outside.height / 2
    const kept = {
      clientX,
      clientY,
      fractionX: (clientX - inside.left) / inside.width,
      fractionY: (clientY - inside.top) / inside.height,
    }
    setZoomed((now) => ({ zoom: clamp(now.zoom * factor, 1, zoomMax), anchor: kept }))
  }

  useLayoutEffect(() => {
    const box = area.current?.getBoundingClientRect()
    if (!anchor || !box) return
    frame.current?.scrollBy(
      box.left + anchor.fractionX * box.width - anchor.clientX,
      box.top + anchor.fractionY * box.height - anchor.clientY,
    )
  }, [area, anchor])

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomBy(2 ** (-event.deltaY / 200), event)
  })
  useEffect(() => {
    const element = frame.current
    const listener = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [frame])

  return {
    frame,
    zoom,
    zoomIn: () => zoomBy(zoomStep),
    zoomOut: () => zoomBy(1 / zoomStep),
    fit: () => setZoomed({ zoom: 1 }),
  }
}
