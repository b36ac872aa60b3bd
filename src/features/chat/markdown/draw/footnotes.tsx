import { use } from 'react'
import { FootnotePrefix } from './footnote-mark.tsx'
import type { Footnote } from '../parse/references.ts'
import { renderNodes } from './render-node.tsx'

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
