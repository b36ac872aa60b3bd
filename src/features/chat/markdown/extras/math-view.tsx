import { memo, use, useLayoutEffect, useRef, useState } from 'react'
import { drawPaced } from '../lazy/lazy-boxes.ts'
import { IsWholeContext, LazyContext } from '../lazy/use-lazy-drawing.ts'
import { getEquationId, useEquations } from './equations.tsx'
import type { drawMath } from './draw-math.ts'

type MathViewProps = {
  tex: string
  isDisplay: boolean
}

let draw: typeof drawMath | undefined

/**
 * Renders a formula. Shows the TeX source while KaTeX is loading, or if KaTeX cannot parse the
 * source.
 */
export const MathView = memo(function MathView({ tex, isDisplay }: MathViewProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [problem, setProblem] = useState<string>()
  const { equations, version } = useEquations(tex)
  const isWanted = use(IsWholeContext)
  const isLazy = use(LazyContext) !== undefined

  useLayoutEffect(() => {
    let isCurrent = true
    // Number equations even before KaTeX is loaded, so that the numbers follow the order on the
    // page.
    const resolved = equations.resolve(tex)
    const show = () => {
      if (!isCurrent || !box.current || !draw) return
      try {
        draw(box.current, resolved, isDisplay)
        setProblem(undefined)
      } catch (error) {
        box.current.textContent = tex
        setProblem(error instanceof Error ? error.message : 'Invalid or unsupported TeX.')
      }
    }
    if (box.current && (!draw || !isWanted || isLazy)) box.current.textContent = tex
    if (!isWanted) return undefined
    if (draw && isLazy) drawPaced(show)
    else if (draw) show()
    else {
      // The TeX source stays visible, so a failed import is only logged.
      void import('./draw-math.ts').then((module) => {
        draw = module.drawMath
        show()
      }, console.warn)
    }
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- equation numbers may change without `tex`.
  }, [tex, isDisplay, isWanted, isLazy, equations, version])

  return (
    <span
      ref={box}
      id={getEquationId(equations, tex)}
      data-math={isDisplay ? 'display' : 'inline'}
      data-problem={problem === undefined ? undefined : ''}
      title={problem}
    />
  )
})
