import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

/** A header, or a variable of a command. */
export type HeaderRow = {
  name: string
  value: string
  /** Of the value that is stored, which an empty one keeps. */
  hint?: string
}

/** What is sent: new values, and empty ones for what was stored and is there no more. */
export function toSecrets(
  rows: readonly HeaderRow[],
  stored: readonly { id: string }[],
): Record<string, string> {
  const gone = stored.filter(({ id }) => rows.every(({ name }) => name !== id))
  const given = rows.filter(({ name, value }) => name.trim() !== '' && value !== '')
  return Object.fromEntries([
    ...gone.map(({ id }): [string, string] => [id, '']),
    ...given.map(({ name, value }): [string, string] => [name.trim(), value]),
  ])
}

type HeaderFieldsProps = {
  isCommand: boolean
  rows: readonly HeaderRow[]
  onChange: (rows: HeaderRow[]) => void
}

/** Headers that go along with each request; their values can be written but never read again. */
export function HeaderFields({ isCommand, rows, onChange }: HeaderFieldsProps) {
  const what = isCommand ? 'Variable' : 'Header'
  const put = (at: number, change: Partial<HeaderRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 font-medium">{what}s (optional)</legend>
      {rows.map(({ name, value, hint }, at) => (
        <div key={at} className="flex items-center gap-2">
          <TextField
            aria-label={`${what} name`}
            autoComplete="off"
            spellCheck={false}
            disabled={hint !== undefined}
            value={name}
            onChange={({ target }) => put(at, { name: target.value })}
            className="min-w-0 flex-1 font-mono"
          />
          <TextField
            type="password"
            aria-label={`Value of ${name || `the ${what.toLowerCase()}`}`}
            autoComplete="new-password"
            spellCheck={false}
            placeholder={hint ?? (isCommand ? '' : 'Bearer …')}
            value={value}
            onChange={({ target }) => put(at, { value: target.value })}
            className="min-w-0 flex-1 font-mono"
          />
          <IconButton
            label={`Remove ${name || `the ${what.toLowerCase()}`}`}
            icon={<Trash2 aria-hidden />}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={rows.length >= 10}
          onClick={() => {
            const isFirst = rows.length === 0 && !isCommand
            onChange([...rows, { name: isFirst ? 'Authorization' : '', value: '' }])
          }}
        >
          Add a {what.toLowerCase()}
        </Button>
        <p className="text-xs text-ink-faint">Stored encrypted, and not shown again.</p>
      </div>
    </fieldset>
  )
}
