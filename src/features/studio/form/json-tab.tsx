import { basePath } from '#lib/base-path.ts'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useId, useState } from 'react'
import { checkParams } from '#lib/params/check/check-params.ts'
import { isRecord } from '#lib/fields.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { TextArea } from '#ui/fields/text-area.tsx'
import { t } from '#languages/studio.ts'
import { toCurlCommand } from './to-curl-command.ts'
import { CurlCommand } from './curl-command.tsx'
import type { ParamForm } from './use-param-form.ts'

type JsonTabProps = {
  schema: ParamSchema
  form: ParamForm
  modelId: string
  onChange: (params: Record<string, unknown>) => void
  /** Receives the reason why the text cannot be sent, or `undefined`. */
  onUnreadable: (message: string | undefined) => void
}

export function JsonTab({ schema, form, modelId, onChange, onUnreadable }: JsonTabProps) {
  const id = useId()
  // The typed text while the editor has the focus. Without focus, the editor shows formatted JSON.
  const [typed, setTyped] = useState<string>()
  const read = typed === undefined ? undefined : readObject(typed)
  const problems = read ? findJsonProblems(schema, read) : form.issues.map(({ message }) => message)

  const change = (text: string) => {
    const next = readObject(text)
    setTyped(text)
    onUnreadable(findJsonProblems(schema, next)[0])
    if (next.ok) onChange(next.value)
  }
  return (
    <section aria-label={t('As JSON')} className="grid gap-3 border-t border-line px-4 py-3.5">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-xs font-medium text-ink-faint">
          {t('Params as JSON')}
        </label>
        <TextArea
          id={id}
          value={typed ?? JSON.stringify(form.sent, null, 2)}
          rowsMin={6}
          rowsMax={22}
          spellCheck={false}
          aria-invalid={typed !== undefined && problems.length > 0 ? true : undefined}
          className="font-mono text-xs!"
          onChange={(event) => change(event.target.value)}
          onBlur={() => {
            if (problems.length === 0) setTyped(undefined)
          }}
        />
        {problems.map((message) => (
          <p
            key={message}
            role="alert"
            className={`flex gap-1.5 text-xs ${typed === undefined ? 'text-ink-muted' : 'text-danger'}`}
          >
            <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
            {message}
          </p>
        ))}
      </div>
      <CurlCommand text={toCurlCommand(location.origin + basePath, modelId, form.sent)} />
    </section>
  )
}

type Read = { ok: true; value: Record<string, unknown> } | { ok: false; reason: string }

const findJsonProblems = (schema: ParamSchema, read: Read): string[] =>
  read.ok ? checkParams(schema, read.value).map(({ message }) => message) : [read.reason]

function readObject(text: string): Read {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return { ok: true, value }
    return {
      ok: false,
      reason: t('The params must be an object: {example}.', { example: '{ … }' }),
    }
  } catch {
    return { ok: false, reason: t('This is not valid JSON.') }
  }
}
