import { createWordFilter, toFolded } from '#lib/fold-text.ts'
import { language } from '#lib/language/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { WebApiOperation } from '#contract/web-apis.ts'
import { explainError } from '#lib/explain.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Switch } from '#ui/fields/switch.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/settings.ts'
import { Warning } from '../layout/warning.tsx'
import { useChangeWebApi, webApiOperationsQuery } from './web-api-queries.ts'

/** Maximum number of rendered operations. Users find the other operations with the search. */
const shownMax = 40
/** A list with more operations than this has a search field. */
const searchFrom = 10

export function OperationList({ id, name }: { id: string; name: string }) {
  const { data, error } = useQuery(webApiOperationsQuery(id))
  const { mutate: change, isPending } = useChangeWebApi()
  const [text, setText] = useState('')
  const hasWords = createWordFilter(useDeferredValue(text))
  if (error && !data) {
    return (
      <p role="alert" className="text-danger">
        {explainError(error)}
      </p>
    )
  }
  if (!data) return <Spinner label={t('Loading')} className="size-5" />
  const found = data.operations.filter((operation) => hasWords(foldOperation(operation)))
  const shown = found.toSorted((a, b) => getRank(a) - getRank(b)).slice(0, shownMax)
  return (
    <div className="flex flex-col gap-3">
      {data.operations.length > searchFrom && (
        <TextField
          type="search"
          aria-label={t('Find an operation of {name}', { name })}
          placeholder={t('Find one of {operationsCount} operations', {
            operationsCount: data.operations.length.toLocaleString(language),
          })}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <ul aria-label={t('Operations of {name}', { name })} className="flex flex-col gap-2.5">
        {shown.map((operation) => (
          <li key={operation.name}>
            <OperationSwitch
              operation={operation}
              isDisabled={isPending}
              onTurn={(isOn) =>
                change(
                  { id, change: { operations: { [operation.name]: isOn } } },
                  {
                    onError: reportFailure(
                      t('Could not change {title}', { title: operation.title }),
                    ),
                  },
                )
              }
            />
          </li>
        ))}
      </ul>
      <output className="text-xs text-ink-faint empty:hidden">
        {found.length > shownMax &&
          t(
            '{foundCount, plural, one {# more operation} other {# more operations}}. Search to find them.',
            { foundCount: found.length - shownMax },
          )}
        {found.length === 0 && text.trim() !== '' && t('No operation matches.')}
      </output>
      {data.odd.length > 0 && (
        <PanelSection
          title={t('Left out ({oddCount})', { oddCount: data.odd.length.toLocaleString(language) })}
          isOpen={data.operations.length === 0}
        >
          <ul className="flex flex-col gap-2">
            {data.odd.slice(0, shownMax).map(({ name: odd, problem }, at) => (
              <li key={`${odd} ${at}`}>
                <Warning>
                  <code className="font-mono">{odd}</code>: {problem}
                </Warning>
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
    </div>
  )
}

type OperationSwitchProps = {
  operation: WebApiOperation
  isDisabled: boolean
  onTurn: (isOn: boolean) => void
}

const OperationSwitch = ({ operation, isDisabled, onTurn }: OperationSwitchProps) => (
  <Switch
    label={
      <span className="inline-flex min-w-0 flex-wrap items-center gap-2">
        <span className="wrap-anywhere">{operation.title}</span>
        {operation.isChanged && <Badge tone="warning">{t('Changed')}</Badge>}
        {operation.isGone && <Badge tone="warning">{t('Gone')}</Badge>}
      </span>
    }
    hint={
      <code className="font-mono wrap-anywhere">
        {operation.method} {operation.path}
      </code>
    }
    checked={operation.isOn}
    disabled={isDisabled}
    onCheckedChange={onTurn}
  />
)

const getRank = ({ isOn, isChanged }: WebApiOperation): number => (isOn || isChanged ? 0 : 1)

const foldOperation = ({ title, method, path, name }: WebApiOperation): string =>
  toFolded(`${title} ${method} ${path} ${name}`)
