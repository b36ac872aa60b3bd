import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { drawMath } from './draw-math.ts'

type MathViewProps = {
  tex: string
  /** On a line of its own. */
  isDisplay: boolean
}

/** Loads with the first formula; from then on formulas are set as they are drawn. */
let draw: typeof drawMath | undefined

/** A formula. Until it can be set, and where it cannot be, its TeX is shown. */
export const MathView = memo(function MathView({ tex, isDisplay }: MathViewProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [problem, setProblem] = useState<string>()

  useLayoutEffect(() => {
    let isCurrent = true
    const show = () => {
      if (!isCurrent || !box.current || !draw) return
      try {
        draw(box.current, tex, isDisplay)
        setProblem(undefined)
      } catch (error) {
        box.current.textContent = tex
        setProblem(error instanceof Error ? error.message : 'Invalid or unsupported TeX.')
      }
    }
    if (box.current && !draw) box.current.textContent = tex
    if (draw) show()
    else {
      // A formula as TeX is still readable, so a chunk that does not load is no failure.
      void import('./draw-math.ts').then((module) => {
        draw = module.drawMath
        show()
      }, console.warn)
    }
    return () => {
      isCurrent = false
    }
  }, [tex, isDisplay])

  return (
    <span
      ref={box}
      data-math={isDisplay ? 'display' : 'inline'}
      data-problem={problem === undefined ? undefined : ''}
      title={problem}
    />
  )
})
