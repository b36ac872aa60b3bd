import { useLayoutEffect, useRef, type RefObject } from 'react'

/** As `--motion-sheet` of the tokens. */
const durationMs = 280

/** Moves an element smoothly from the middle of an empty chat to its foot, when the chat begins. */
export function useGlide(element: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  const before = useRef<number>(undefined)
  useLayoutEffect(() => {
    const now = element.current?.getBoundingClientRect().top
    const from = before.current
    before.current = isEmpty ? now : undefined
    if (isEmpty || from === undefined || now === undefined || from === now) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate(
      [{ transform: `translateY(${from - now}px)` }, { transform: 'none' }],
      {
        duration: durationMs,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      },
    )
  })
}
