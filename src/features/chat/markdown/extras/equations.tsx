import {
  createContext,
  use,
  useId,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { reference } from '../parse/references.ts'
import type { MarkdownText } from '../streaming/markdown-text.ts'

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
export function getEquationId({ prefix }: Equations, tex: string): string | undefined {
  const [, label] = /\\label\s*\{([^{}]*)\}/.exec(tex) ?? []
  return label === undefined ? undefined : `${prefix}equation-${label}`
}

export function* listFormulas(value: unknown): Generator<string> {
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
