import { useEffect, useRef } from 'react'
import { isComposing } from '#ui/fields/is-composing.ts'
import { t } from '#languages/app.ts'

type TitleFieldProps = {
  title: string
  onDone: (title: string) => void
  onCancel: () => void
}

const titleLengthMax = 200

export function TitleField({ title, onDone, onCancel }: TitleFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // The closing menu moves the focus to its button, so select the text one frame later.
    const frame = requestAnimationFrame(() => input.current?.select())
    return () => cancelAnimationFrame(frame)
  }, [])

  const take = () => {
    const next = input.current?.value.trim() ?? ''
    if (next === '') onCancel()
    else onDone(next)
  }
  /** Focus the row, so that keyboard navigation continues there. */
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
      aria-label={t('Title')}
      className="control"
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Escape') endByKey(onCancel)
        if (event.key === 'Enter' && !isComposing(event.nativeEvent)) endByKey(take)
      }}
    />
  )
}
