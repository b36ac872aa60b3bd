import { createContext, use } from 'react'

/** Makes footnote ids unique between the answers on a page. */
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
