import {
  memo,
  use,
  useLayoutEffect,
  useRef,
  useState,
  createContext,
  useId,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { t } from '#languages/app.ts'
import { drawPaced, IsWholeContext, LazyContext } from '../lazy/lazy-boxes.ts'
import type { drawMath } from './draw-math.ts'
import { reference } from '../parse/references.ts'
import type { MarkdownText } from '../streaming/markdown-text.ts'

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
        setProblem(error instanceof Error ? error.message : t('Invalid or unsupported TeX.'))
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

type Equations = {
  prefix: string
  numberOf: (label: string) => string | undefined
  /** Returns TeX that KaTeX can render. Labels become tags, and references become text. */
  resolve: (tex: string) => string
  subscribe: (listener: () => void) => () => void
}

const EquationsContext = createContext<Equations | undefined>(undefined)

const labelOrTag = /\\label\s*\{([^{}]*)\}|\\tag\*?\s*\{([^{}]*)\}|\\\\/g

function createEquations(prefix: string): Equations {
  const numbers = new Map<string, string>()
  const listeners = new Set<() => void>()
  let count = 0
  const numberRow = (row: string): string => {
    const found = [...row.matchAll(labelOrTag)]
    const label = found.find((one) => one[1] !== undefined)?.[1]
    if (label === undefined) return row
    const tag = found.find((one) => one[2] !== undefined)?.[2]
    if (!numbers.has(label)) {
      numbers.set(label, tag ?? String(++count))
      queueMicrotask(() => listeners.forEach((listener) => listener()))
    }
    const rest = row.replace(/\\label\s*\{[^{}]*\}/g, '')
    return tag === undefined ? `${rest.trimEnd()} \\tag{${numbers.get(label) ?? ''}}` : rest
  }
  return {
    prefix,
    numberOf: (label) => numbers.get(label),
    resolve: (tex) => {
      const numbered = tex.includes('\\label') ? numberRows(tex, numberRow) : tex
      return numbered.replace(
        reference,
        (_, isInParentheses: string | undefined, label: string) => {
          const text = numbers.get(label) ?? label.replace(/[#$%&~^\\]/g, '').replaceAll('_', '\\_')
          return isInParentheses ? `\\text{(${text})}` : `\\text{${text}}`
        },
      )
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const numberRows = (tex: string, number: (row: string) => string): string =>
  tex
    .split(/(\\\\(?:\s*\[[^\]]*\])?|\\(?:begin|end)\s*\{[^{}]*\}(?:\{[^{}]*\})?)/)
    .map((part, at) => (at % 2 === 1 ? part : number(part)))
    .join('')

export function WithEquations({ children }: { children: ReactNode }) {
  const outer = use(EquationsContext)
  const id = useId()
  const own = useMemo(() => createEquations(id), [id])
  return <EquationsContext value={outer ?? own}>{children}</EquationsContext>
}

export function NumberEquations({ markdown }: { markdown: MarkdownText }) {
  const equations = use(EquationsContext)
  useLayoutEffect(() => {
    if (!equations || !markdown.text.includes('\\label')) return
    for (const tex of listFormulas(markdown.settled)) equations.resolve(tex)
  }, [equations, markdown])
  return null
}

const nothing: Equations = createEquations('')

/** Returns the numbers of equations. Re-renders when a label used in `tex` gets its number. */
export function useEquations(tex: string): { equations: Equations; version: string } {
  const equations = use(EquationsContext) ?? nothing
  const version = useSyncExternalStore(equations.subscribe, () =>
    tex.includes('ref')
      ? [...tex.matchAll(reference)].map(([, , label = '']) => equations.numberOf(label)).join('\n')
      : '',
  )
  return { equations, version }
}

/** Returns the id of the first labelled equation in `tex`. References link to this id. */
function getEquationId({ prefix }: Equations, tex: string): string | undefined {
  const [, label] = /\\label\s*\{([^{}]*)\}/.exec(tex) ?? []
  return label === undefined ? undefined : `${prefix}equation-${label}`
}

function* listFormulas(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) yield* listFormulas(one)
  } else if (isFormula(value)) yield value.value
  else if (isFencedFormula(value)) yield value.lines.flat().join('\n')
  else for (const child of Object.values(value)) yield* listFormulas(child)
}

const isFormula = (node: object): node is { value: string } =>
  'type' in node && (node.type === 'math' || node.type === 'inlineMath') && 'value' in node

const isFencedFormula = (block: object): block is { lines: string[][] } =>
  'language' in block && block.language === 'math' && 'lines' in block
