import { createContext, Fragment, use, type ReactNode } from 'react'
import { citation } from '../parse/citation.ts'

/**
 * Renders a citation number as a link to its source; returns `undefined` if there is no such
 * source.
 */
export const Citations = createContext<((number: number) => ReactNode) | undefined>(undefined)

export function CitedText({ text }: { text: string }) {
  const cite = use(Citations)
  if (!cite) return text
  // `split` returns the captured numbers between the texts.
  return text
    .split(citation)
    .map((part, at) => (
      <Fragment key={at}>{at % 2 === 0 ? part : (cite(Number(part)) ?? `[${part}]`)}</Fragment>
    ))
}
