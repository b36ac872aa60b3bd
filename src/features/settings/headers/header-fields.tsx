import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { useId } from 'react'
import { headersMax } from '#contract/headers.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import type { HeaderRow } from './header-rows.ts'

type HeaderFieldsProps = {
  what: 'header' | 'variable'
  rows: readonly HeaderRow[]
  firstName?: string
  error?: string | undefined
  onChange: (rows: HeaderRow[]) => void
}

const headerWords = {
  legend: t('Headers (optional)'),
  name: t('Header name'),
  unnamed: t('the header'),
  add: t('Add a header'),
}

const variableWords = {
  legend: t('Variables (optional)'),
  name: t('Variable name'),
  unnamed: t('the variable'),
  add: t('Add a variable'),
}

export function HeaderFields({ what, rows, firstName = '', error, onChange }: HeaderFieldsProps) {
  const errorId = useId()
  const words = what === 'header' ? headerWords : variableWords
  const put = (at: number, change: Partial<HeaderRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-2"
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className="pb-1.5 font-medium">{words.legend}</legend>
      {rows.map(({ name, value, hint }, at) => (
        <div key={at} className="flex items-center gap-2">
          <TextField
            aria-label={words.name}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={hint !== undefined}
            value={name}
            onChange={({ target }) => put(at, { name: target.value })}
            className="min-w-0 flex-1 font-mono"
          />
          <TextField
            type="password"
            aria-label={t('Value of {name}', { name: name || words.unnamed })}
            autoComplete="new-password"
            spellCheck={false}
            placeholder={hint ?? (name === 'Authorization' ? t('Bearer …') : '')}
            value={value}
            onChange={({ target }) => put(at, { value: target.value })}
            className="min-w-0 flex-1 font-mono"
          />
          <IconButton
            label={t('Remove {name}', { name: name || words.unnamed })}
            icon={<Trash2 aria-hidden />}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {error !== undefined && (
        <p id={errorId} role="alert" className="flex gap-1.5 text-xs text-pretty text-danger">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={rows.length >= headersMax}
          onClick={() =>
            onChange([...rows, { name: rows.length === 0 ? firstName : '', value: '' }])
          }
        >
          {words.add}
        </Button>
        <p className="text-xs text-ink-faint">{t('Stored encrypted, and not shown again.')}</p>
      </div>
    </fieldset>
  )
}
