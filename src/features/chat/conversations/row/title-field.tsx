import { useEffect, useRef } from 'react'
import { isComposing } from '#ui/fields/is-composing.ts'

type TitleFieldProps = {
  title: string
  /** Gets a title that is not empty. */
  onDone: (title: string) => void
  onCancel: () => void
}

const titleLengthMax = 200

/** Renames in place: Enter or leaving takes the new title, Escape keeps the old one. */
export function TitleField({ title, onDone, onCancel }: TitleFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // The menu that asked for this gives the focus back to its button first.
    const frame = requestAnimationFrame(() => input.current?.select())
    return () => cancelAnimationFrame(frame)
  }, [])

  const take = () => {
    const next = input.current?.value.trim() ?? ''
    if (next === '') onCancel()
    else onDone(next)
  }
  /** Whoever works by keys goes on at the row, not at the top of the page. */
  const endByKey = (end: () => void) => {
    const row = input.current?.parentElement
    end()
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) {
        row?.querySelector<HTMLElement>('a, button')?.focus()
      }
    })
  }
  return (
    <input
      ref={input}
      defaultValue={title}
      maxLength={titleLengthMax}
      aria-label="Title"
      className="control"
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Escape') endByKey(onCancel)
        if (event.key === 'Enter' && !isComposing(event.nativeEvent)) endByKey(take)
      }}
    />
  )
}
