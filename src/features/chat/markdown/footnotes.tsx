import { createContext, use } from 'react'
import type { Footnote } from './references.ts'
import { renderNodes } from './render-node.tsx'

/** Keeps the footnotes of two answers on one page apart. */
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

export function Footnotes({ notes }: { notes: readonly Footnote[] }) {
  const prefix = use(FootnotePrefix)
  if (notes.length === 0) return null
  return (
    <section aria-label="Footnotes" data-notes="">
      <ol>
        {notes.map((note, at) => (
          <li key={note.identifier} id={`${prefix}note-${at + 1}`}>
            {renderNodes(note.children)}
          </li>
        ))}
      </ol>
    </section>
  )
}
