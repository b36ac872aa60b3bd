import { type RefObject, useLayoutEffect, useRef } from 'react'
import { requestFrame } from '#viewer/rendering/redraws.ts'
import { t } from '#languages/viewer.ts'
import type { Note } from '../state/notes.ts'

type Elements = RefObject<Map<number, HTMLElement>>

type NoteLayerProps = { notes: readonly Note[]; elements: Elements }

export const NoteLayer = ({ notes, elements }: NoteLayerProps) => (
  <ol
    dir="ltr"
    aria-label={t('Notes on the model')}
    className="pointer-events-none absolute inset-0 z-5 overflow-hidden"
  >
    {notes.map(({ id, text }, at) => (
      <Pin key={id} id={id} number={at + 1} text={text} elements={elements} />
    ))}
  </ol>
)

type PinProps = { id: number; number: number; text: string; elements: Elements }

function Pin({ id, number, text, elements }: PinProps) {
  const pin = useRef<HTMLLIElement>(null)
  // A layout effect keeps the elements. A ref callback would remove and add the elements on each
  // render, and a frame in between would not move the pin.
  useLayoutEffect(() => {
    const known = elements.current
    if (pin.current) known.set(id, pin.current)
    // The next frame places the pin.
    requestFrame()
    return () => {
      known.delete(id)
    }
  }, [id, elements])
  return (
    <li ref={pin} className="invisible absolute top-0 start-0">
      <div className="flex -translate-x-2.5 -translate-y-2.5 items-start gap-1.5">
        <span className="grid size-5 shrink-0 place-items-center rounded-full bg-accent text-xs font-medium text-accent-ink shadow-raised">
          {number}
        </span>
        {text !== '' && (
          <span
            dir="auto"
            className="max-w-48 rounded-md border border-line bg-surface-overlay/95 px-2 py-0.5 text-xs text-ink shadow-raised"
          >
            {text}
          </span>
        )}
      </div>
    </li>
  )
}
