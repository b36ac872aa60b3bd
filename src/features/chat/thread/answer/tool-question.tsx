import ExternalLink from 'lucide-react/icons/external-link'
import { useState, type FormEvent } from 'react'
import { answerToolQuestion } from '#api/chat/chat.ts'
import type { QuestionField, ToolAnswer, ToolQuestion } from '#contract/chat/tool-question.ts'
import { explainError } from '#lib/explain.ts'
import { ownValue } from '#lib/own-value.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { rich, t } from '#languages/app.ts'
import { PythonQuestion } from './python-question.tsx'
import { fillDefaults, toContent, type FieldValue } from './question-values.ts'

export type ToolQuestionFormProps = { runId: string; callIndex: number; question: ToolQuestion }

export function ToolQuestionForm(props: ToolQuestionFormProps) {
  const { runId, callIndex, question } = props
  const { id, python } = question
  if (!python) return <QuestionForm {...props} />
  return <PythonQuestion runId={runId} callIndex={callIndex} questionId={id} code={python.code} />
}

function QuestionForm({ runId, callIndex, question }: ToolQuestionFormProps) {
  const { id, from, message, fields = [], url } = question
  const [values, setValues] = useState(() => fillDefaults(fields))
  const [isSent, setIsSent] = useState(false)
  const [error, setError] = useState<string>()

  async function answer(action: ToolAnswer['action']) {
    const content = action === 'accept' && url === undefined ? toContent(fields, values) : undefined
    setIsSent(true)
    setError(undefined)
    try {
      // The call's next state arrives as an event of the run.
      await answerToolQuestion(runId, callIndex, {
        questionId: id,
        action,
        ...(content && { content }),
      })
    } catch (thrown) {
      setIsSent(false)
      setError(explainError(thrown))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void answer('accept')
  }

  return (
    <form
      aria-label={t('Question from {from}', { from })}
      onSubmit={submit}
      className="flex flex-col gap-3 border-t border-line px-2.5 py-2 text-sm"
    >
      <div>
        <p className="text-xs text-ink-muted">
          {rich('{bdi} asks:', { from, bdi: <bdi>{from}</bdi> })}
        </p>
        <p className="wrap-anywhere whitespace-pre-line text-ink">{message}</p>
      </div>
      {fields.map((field) => (
        <QuestionInput
          key={field.name}
          field={field}
          value={ownValue(values, field.name)}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {url !== undefined && <PageLink url={url} />}
      {url === undefined && fields.length > 0 && (
        <p className="text-xs text-ink-faint">{t('Do not enter passwords or keys here.')}</p>
      )}
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-1.5">
        <Button type="submit" size="sm" variant="primary" disabled={isSent}>
          {url === undefined ? t('Send') : t('Done')}
        </Button>
        <Button size="sm" disabled={isSent} onClick={() => void answer('decline')}>
          {t('Decline')}
        </Button>
        <Button size="sm" variant="ghost" disabled={isSent} onClick={() => void answer('cancel')}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

const PageLink = ({ url }: { url: string }) => (
  <p className="text-ink-muted">
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex items-center gap-1 text-accent underline"
    >
      <ExternalLink aria-hidden className="size-3.5" />
      {t('Open {host}', { host: new URL(url).host })}
    </a>
    <span className="block text-xs wrap-anywhere">{url}</span>
  </p>
)

type QuestionInputProps = {
  field: QuestionField
  value: FieldValue
  onChange: (value: FieldValue) => void
}

const inputTypes = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' }

function QuestionInput({ field, value, onChange }: QuestionInputProps) {
  const { label, hint, kind, format, options = [], isRequired } = field
  const text = typeof value === 'string' ? value : ''
  if (kind === 'boolean') {
    return <Switch label={label} hint={hint} checked={value === true} onCheckedChange={onChange} />
  }
  if (kind === 'choices') {
    const chosen = Array.isArray(value) ? value : []
    return (
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-medium text-ink">{label}</legend>
        {options.map((option) => (
          <Switch
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onCheckedChange={(isOn) =>
              onChange(
                isOn ? [...chosen, option.value] : chosen.filter((one) => one !== option.value),
              )
            }
          />
        ))}
      </fieldset>
    )
  }
  return (
    <FormField label={label} hint={hint} isRequired={isRequired}>
      {kind === 'choice' ? (
        <Select
          value={text === '' ? undefined : text}
          onValueChange={onChange}
          options={options}
          placeholder={t('Choose')}
        />
      ) : (
        <TextField
          type={kind === 'text' ? (format ? inputTypes[format] : 'text') : 'number'}
          step={kind === 'integer' ? 1 : 'any'}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  )
}
