import { createContext, Fragment, use, type ReactNode } from 'react'
import { citation } from '../parse/citation.ts'

/** Draws the number of a source as the text that leads to it; `undefined` where there is no such source. */
export const Citations = createContext<((number: number) => ReactNode) | undefined>(undefined)

/** Text in which `[1]` leads to the first source, where there are sources. */
export function CitedText({ text }: { text: string }) {
  const cite = use(Citations)
  if (!cite) return text
  // Between the texts `split` gives what the group found.
  return text
    .split(citation)
    .map((part, at) => (
      <Fragment key={at}>{at % 2 === 0 ? part : (cite(Number(part)) ?? `[${part}]`)}</Fragment>
    ))
}
