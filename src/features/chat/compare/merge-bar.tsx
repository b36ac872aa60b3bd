import { useQuery } from '@tanstack/react-query'
import Merge from 'lucide-react/icons/merge'
import { useState } from 'react'
import type { Message } from '#contract/chat/chat.ts'
import { modelsQuery } from '#queries/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { Select } from '#ui/fields/select.tsx'
import { t } from '#languages/app.ts'
import { describeMergeCost } from './estimate-merge-cost.ts'

export type MergeBarProps = {
  answers: readonly Message[]
  /** The earlier texts of the chat, including the question. Used to estimate the price. */
  before: readonly string[]
  modelId: string | undefined
  isBusy: boolean
  onMerge: (modelId: string, answerIds: readonly string[]) => void
}

export function MergeBar({ answers, before, modelId, isBusy, onMerge }: MergeBarProps) {
  const { data } = useQuery(modelsQuery())
  const [chosenId, setChosenId] = useState(modelId)
  const models = (data?.models ?? []).flatMap((model) =>
    model.kind === 'chat' && model.provider !== 'bozzetto' ? [model] : [],
  )
  const model = models.find(({ id }) => id === chosenId) ?? models[0]
  if (!model || answers.length < 2) return null
  const cost = describeMergeCost(
    before,
    answers.map(({ text }) => text),
    model.price,
  )
  return (
    <section
      aria-label={t('Merge')}
      className="mx-auto mt-3 flex w-full max-w-200 flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-surface-raised px-4 py-2.5"
    >
      <p className="min-w-0 flex-1 basis-44">
        <span className="block font-medium">
          {t('Merge {answersCount} answers into one', { answersCount: answers.length })}
        </span>
        <span className="block text-xs text-ink-faint tabular-nums">{cost}</span>
      </p>
      <span className="flex min-w-0 items-center gap-2">
        <span className="text-xs text-ink-muted">{t('Written by')}</span>
        <Select
          aria-label={t('Model that merges')}
          variant="ghost"
          className="max-w-44"
          value={model.id}
          onValueChange={setChosenId}
          options={models.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </span>
      <Button
        variant="primary"
        icon={<Merge aria-hidden />}
        disabled={isBusy}
        onClick={() =>
          onMerge(
            model.id,
            answers.map(({ id }) => id),
          )
        }
      >
        {t('Merge')}
      </Button>
    </section>
  )
}
