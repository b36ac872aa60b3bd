import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createSummary } from '#api/chat/summaries.ts'
import { newId } from '#lib/id.ts'
import { Button } from '#ui/actions/button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Select } from '#ui/fields/select.tsx'
import { t } from '#languages/app.ts'
import { describeSummaryCost, type LongChat, type SummaryPlan } from './use-summary-plan.ts'

type SummaryOfferProps = { chat: LongChat; plan: SummaryPlan; modelId: string }

export function SummaryOffer({ chat, plan, modelId }: SummaryOfferProps) {
  const { models, covered } = plan
  const [chosenId, setChosenId] = useState<string>()
  const ids = [chosenId, plan.model?.id, modelId]
  const usual = ids.find((id) => models.some((model) => model.id === id))
  const model = models.find(({ id }) => id === usual) ?? models[0]
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: { untilId: string; modelId: string }) =>
      createSummary(chat.conversationId, { id: newId(), ...wanted }),
    onSuccess: chat.onChanged,
    onError: reportFailure(t('The older answers were not summarised.')),
  })
  if (!covered || !model) return null
  return (
    <span className="flex max-w-full flex-wrap items-center gap-1.5">
      <Button
        size="sm"
        variant="primary"
        isLoading={isPending}
        onClick={() => mutate({ untilId: covered.untilId, modelId: model.id })}
      >
        {t('Summarise older answers ({tokens})', {
          tokens: describeSummaryCost(covered.tokens, model.price),
        })}
      </Button>
      <span className="flex min-w-0 items-center">
        {t('with')}
        <Select
          aria-label={t('Model that summarises')}
          variant="ghost"
          className="max-w-48"
          value={model.id}
          onValueChange={setChosenId}
          disabled={isPending}
          options={models.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </span>
    </span>
  )
}
