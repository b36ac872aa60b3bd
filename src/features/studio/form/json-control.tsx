import { useState } from 'react'
import { isEqual } from '#lib/params/matches.ts'
import type { Field } from '#lib/params/read-fields.ts'
import { TextArea } from '#ui/fields/text-area.tsx'
import { t } from '#languages/studio.ts'

type JsonControlProps = {
  field: Field
  value: unknown
  onChange: (value: unknown) => void
  /**
   * Receives the reason why the text is invalid JSON, or `undefined`. Invalid text does not change
   * the param.
   */
  onUnreadable: (message: string | undefined) => void
}

export function JsonControl({ field, value, onChange, onUnreadable }: JsonControlProps) {
  const held = value === undefined ? field.default : value
  const [text, setText] = useState(() => write(held))
  // A preset, for example, may change the value while the control shows an older text.
  const isStale = readJson(text).ok && !isEqual(readJson(text).value, held)

  return (
    <TextArea
      value={isStale ? write(held) : text}
      rowsMin={2}
      rowsMax={10}
      spellCheck={false}
      placeholder={t('JSON')}
      className="font-mono text-xs!"
      onChange={(event) => {
        const next = event.target.value
        const read = readJson(next)
        setText(next)
        onUnreadable(read.ok ? undefined : t('{title} must be valid JSON.', { title: field.title }))
        if (read.ok) onChange(read.value)
      }}
    />
  )
}

const write = (value: unknown): string =>
  value === undefined || value === null ? '' : JSON.stringify(value, null, 1)

/** Parses JSON. Empty text becomes `undefined`, so that the param is not sent. */
function readJson(text: string): { ok: true; value: unknown } | { ok: false; value?: never } {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}
