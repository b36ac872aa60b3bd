import type { RefObject } from 'react'
import type { Note } from '../state/notes.ts'

type NoteLayerProps = { notes: readonly Note[]; elements: RefObject<Map<number, HTMLElement>> }

/** The notes over the model, as text of the page. */
export const NoteLayer = ({ notes, elements }: NoteLayerProps) => (
  <ol
    aria-label="Notes on the model"
    className="pointer-events-none absolute inset-0 z-5 overflow-hidden"
  >
    {notes.map(({ id, text }, at) => (
      <li
        key={id}
        ref={(element) => {
          if (!element) return undefined
          elements.current.set(id, element)
          return () => {
            elements.current.delete(id)
          }
        }}
        className="invisible absolute top-0 left-0"
      >
        <div className="flex -translate-x-2.5 -translate-y-2.5 items-start gap-1.5">
          <span className="grid size-5 shrink-0 place-items-center rounded-full bg-accent text-xs font-medium text-accent-ink shadow-raised">
            {at + 1}
          </span>
          {text !== '' && (
            <span className="max-w-48 rounded-md border border-line bg-surface-overlay/95 px-2 py-0.5 text-xs text-ink shadow-raised">
              {text}
            </span>
          )}
        </div>
      </li>
    ))}
  </ol>
)
