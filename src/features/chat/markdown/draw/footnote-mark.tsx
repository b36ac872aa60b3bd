import { createContext, use } from 'react'

/** Keeps the footnotes of two answers on one page apart. */
export const FootnotePrefix = createContext('')

/** The small number in the text that leads to a footnote. */
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
