import { useState } from 'react'
import { isEqual } from '#lib/params/matches.ts'
import type { Field } from '#lib/params/read-fields.ts'
import { TextArea } from '#ui/fields/text-area.tsx'

type JsonControlProps = {
  field: Field
  value: unknown
  onChange: (value: unknown) => void
  /** Says why the text is no JSON; `undefined` when it is. The value then stays as it was. */
  onUnreadable: (message: string | undefined) => void
}

/** For params that no other control knows. */
export function JsonControl({ field, value, onChange, onUnreadable }: JsonControlProps) {
  const held = value === undefined ? field.default : value
  const [text, setText] = useState(() => write(held))
  // Settings may be taken over from elsewhere while this stands here.
  const isStale = readJson(text).ok && !isEqual(readJson(text).value, held)

  return (
    <TextArea
      value={isStale ? write(held) : text}
      rowsMin={2}
      rowsMax={10}
      spellCheck={false}
      placeholder="JSON"
      className="font-mono text-xs!"
      onChange={(event) => {
        const next = event.target.value
        const read = readJson(next)
        setText(next)
        onUnreadable(read.ok ? undefined : `${field.title} must be valid JSON.`)
        if (read.ok) onChange(read.value)
      }}
    />
  )
}

const write = (value: unknown): string =>
  value === undefined || value === null ? '' : JSON.stringify(value, null, 1)

/** Reads a JSON value; nothing at all is `undefined`, which leaves the param out. */
function readJson(text: string): { ok: true; value: unknown } | { ok: false; value?: never } {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    // Half-written JSON is the normal state while somebody types.
    return { ok: false }
  }
}
