import { Fragment, createContext, use, type ReactNode } from 'react'
import { useEquations } from '../extras/equations.tsx'
import { citation, reference } from '../parse/references.ts'

/**
 * Renders a citation number as a link to its source. Returns `undefined` if there is no such
 * source.
 */
export const Citations = createContext<((number: number) => ReactNode) | undefined>(undefined)

export function CitedText({ text }: { text: string }) {
  const cite = use(Citations)
  if (!cite) return text
  return text
    .split(citation)
    .map((part, at) => (
      <Fragment key={at}>{at % 2 === 0 ? part : (cite(Number(part)) ?? `[${part}]`)}</Fragment>
    ))
}

/** Renders `\ref{…}` and `\eqref{…}` in a text as links. Renders unknown labels as text. */
export function ReferringText({ text }: { text: string }) {
  const { equations } = useEquations(text)
  let end = 0
  const parts: ReactNode[] = []
  for (const { 0: whole, 1: isInParentheses, 2: label = '', index } of text.matchAll(reference)) {
    const number = equations.numberOf(label)
    if (number === undefined) continue
    parts.push(
      <CitedText key={end} text={text.slice(end, index)} />,
      <a key={`at ${index}`} href={`#${equations.prefix}equation-${label}`}>
        {isInParentheses ? `(${number})` : number}
      </a>,
    )
    end = index + whole.length
  }
  return (
    <>
      {parts}
      <CitedText text={text.slice(end)} />
    </>
  )
}

/** Prefix of the ids of footnotes. Each answer on a page has a different prefix. */
export const FootnotePrefix = createContext('')

export function FootnoteMark({ number }: { number: string }) {
  const prefix = use(FootnotePrefix)
  return (
    <sup>
      <a href={`#${prefix}note-${number}`} aria-label={`Footnote ${number}`} data-note-mark="">
        {number}
      </a>
    </sup>
  )
}
