import { useQuery } from '@tanstack/react-query'
import CircleX from 'lucide-react/icons/circle-x'
import { useRef } from 'react'
import { explainError } from '#lib/explain.ts'
import type { Connection, ConnectionKind, TrialAnswer } from '#contract/connections.ts'
import type { ChatModel } from '#contract/models.ts'
import { formatMoney } from '#lib/money.ts'
import { modelsQuery } from '#queries/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/settings.ts'
import { formatResponseTime } from './format-response-time.ts'
import { useTryModel } from './queries.ts'
import { chooseModel, describeQuestionPrice } from './question-price.ts'

type TryWordProps = { connection: Connection; kind: ConnectionKind }

/**
 * Renders a form that sends a short question to a model. Shows the price before the question is
 * sent.
 */
export function TryModel({ connection: { id }, kind }: TryWordProps) {
  const { data } = useQuery(modelsQuery())
  const model = data && chooseModel(data, id)
  return model ? <Trial connectionId={id} kind={kind} model={model} /> : null
}

type TrialProps = { connectionId: string; kind: ConnectionKind; model: ChatModel }

function Trial({ connectionId, kind, model }: TrialProps) {
  const running = useRef<AbortController>(null)
  const { mutate, reset, data, error, isPending } = useTryModel()
  const ask = () => {
    running.current = new AbortController()
    mutate({ id: connectionId, modelId: model.id, signal: running.current.signal })
  }
  const stop = () => {
    running.current?.abort()
    reset()
  }
  return (
    <section aria-label={t('Try a word')} className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-52 text-xs text-pretty wrap-anywhere text-ink-muted">
          {t('Ask {name} one short question. {model}', {
            name: model.name,
            model: describeQuestionPrice(model, kind),
          })}
        </p>
        <Button size="sm" isLoading={isPending} onClick={ask}>
          {t('Try a word')}
        </Button>
        {isPending && (
          <Button size="sm" variant="ghost" onClick={stop}>
            {t('Stop')}
          </Button>
        )}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {error && (
          <p className="flex gap-2 text-pretty wrap-anywhere text-danger">
            <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
            {explainError(error)}
          </p>
        )}
        {data && !isPending && <Answer answer={data} />}
      </div>
    </section>
  )
}

function Answer({ answer: { text, firstTokenMs, tookMs, cost } }: { answer: TrialAnswer }) {
  const facts = [
    firstTokenMs !== undefined &&
      t('{firstTokenMs} to first token', { firstTokenMs: formatResponseTime(firstTokenMs) }),
    t('{tookMs} in total', { tookMs: formatResponseTime(tookMs) }),
    cost && formatMoney(cost),
  ].filter((fact) => typeof fact === 'string')
  return (
    <div className="flex flex-col gap-1">
      <blockquote className="max-h-32 overflow-y-auto border-s-2 border-line-strong ps-3 text-pretty wrap-anywhere">
        {text || t('It replied without any text.')}
      </blockquote>
      <p className="text-xs text-ink-faint tabular-nums">{facts.join(' · ')}</p>
    </div>
  )
}
