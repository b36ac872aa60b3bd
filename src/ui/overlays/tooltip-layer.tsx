import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { clamp } from '#lib/clamp.ts'
import { Kbd } from '../actions/kbd.tsx'

const sides = ['top', 'right', 'bottom', 'left'] as const
type Side = (typeof sides)[number]
type Tip = { anchor: HTMLElement; text: string; keys: string[]; side: Side }

const delayMs = 450
/** Milliseconds after a tooltip closes in which the next tooltip opens without delay. */
const warmMs = 400
const gapPx = 8

/**
 * Renders the tooltips of all elements with `data-tooltip`, one layer per page because a component
 * per button would be slower. Screen readers ignore tooltips, which repeat the accessible name.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip>()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => watchAnchors(setTip), [])

  useLayoutEffect(() => {
    const element = box.current
    if (!element || !tip) return
    // Browsers without the Popover API show the tooltip as an ordinary fixed box.
    element.showPopover?.()
    const { x, y } = placeBeside(tip, element.getBoundingClientRect())
    element.style.translate = `${x}px ${y}px`
  }, [tip])

  if (!tip) return null
  return (
    <div
      ref={box}
      popover="manual"
      aria-hidden
      className="pointer-events-none fixed inset-[0_auto_auto_0] z-60 m-0 flex max-w-72 items-center gap-2 rounded-md border border-line bg-surface-overlay px-2.5 py-1.25 text-xs text-ink shadow-overlay"
    >
      {tip.text}
      {tip.keys.length > 0 && (
        <span className="flex gap-1">
          {tip.keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </div>
  )
}

function watchAnchors(show: (tip: Tip | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: HTMLElement | undefined
  let hiddenAtMs = -Infinity

  const changes = new MutationObserver(hide)

  function hide() {
    clearTimeout(timer)
    changes.disconnect()
    if (current) hiddenAtMs = performance.now()
    current = undefined
    show(undefined)
  }

  function point(target: EventTarget | null, waitMs: number) {
    const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
    if (anchor === current) return
    if (current) hide()
    clearTimeout(timer)
    if (!anchor) return
    const isWarm = performance.now() - hiddenAtMs < warmMs
    timer = setTimeout(
      () => {
        const text = anchor.dataset['tooltip']
        const isOpen = anchor.getAttribute('aria-expanded') === 'true'
        if (!text || isOpen || !anchor.isConnected) return
        current = anchor
        const keys = anchor.dataset['tooltipKeys']?.split(' ') ?? []
        const side = sides.find((one) => one === anchor.dataset['tooltipSide']) ?? 'bottom'
        show({ anchor, text, keys, side })
        changes.observe(anchor, { attributeFilter: ['data-tooltip', 'disabled', 'aria-expanded'] })
        if (anchor.parentElement) changes.observe(anchor.parentElement, { childList: true })
      },
      isWarm ? 0 : waitMs,
    )
  }

  const stop = new AbortController()
  const options = { signal: stop.signal, capture: true, passive: true }
  document.addEventListener(
    'pointerover',
    (event) => {
      if (event.pointerType === 'mouse') point(event.target, delayMs)
    },
    options,
  )
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target.matches(':focus-visible')) point(target, delayMs)
    },
    options,
  )
  for (const event of ['pointerdown', 'focusout', 'keydown', 'scroll', 'pointerleave'] as const) {
    document.addEventListener(event, hide, options)
  }
  return () => {
    stop.abort()
    changes.disconnect()
    clearTimeout(timer)
  }
}

/**
 * Returns the tooltip's position inside the window: on the preferred side of the element, or on the
 * opposite side if the preferred side lacks space.
 */
function placeBeside({ anchor, side }: Tip, box: DOMRect): { x: number; y: number } {
  const at = anchor.getBoundingClientRect()
  const { innerWidth, innerHeight } = window
  const isBeside = side === 'left' || side === 'right'
  const rightX = at.right + gapPx
  const leftX = at.left - box.width - gapPx
  const bottomY = at.bottom + gapPx
  const topY = at.top - box.height - gapPx
  const prefersRight = side === 'right' ? rightX + box.width <= innerWidth : leftX < 0
  const prefersBottom = side === 'bottom' ? bottomY + box.height <= innerHeight : topY < 0
  const x = isBeside ? (prefersRight ? rightX : leftX) : at.left + (at.width - box.width) / 2
  const y = isBeside ? at.top + (at.height - box.height) / 2 : prefersBottom ? bottomY : topY
  return {
    x: clamp(x, 4, Math.max(4, innerWidth - box.width - 4)),
    y: clamp(y, 4, Math.max(4, innerHeight - box.height - 4)),
  }
}
