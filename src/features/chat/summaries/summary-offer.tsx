import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createSummary } from '#api/chat/summaries.ts'
import type { ChatSummary } from '#contract/chat/summaries.ts'
import { newId } from '#lib/id.ts'
import { formatMoney } from '#lib/money.ts'
import { modelsQuery } from '#queries/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Select } from '#ui/fields/select.tsx'
import type { Turn } from '../messages/thread.ts'
import { estimateSummaryCost, getCoveredTurns } from './covered-turns.ts'

export type LongChat = {
  conversationId: string
  turns: readonly Turn[]
  summaries: readonly ChatSummary[]
  onChanged: () => void
}

type SummaryOfferProps = LongChat & { modelId: string }

/** Offers to summarise the older answers, with the price of the chosen model. */
export function SummaryOffer({ modelId, ...chat }: SummaryOfferProps) {
  const { data } = useQuery(modelsQuery())
  const [chosenId, setChosenId] = useState<string>()
  const models = (data?.models ?? []).filter(
    (model) => model.kind === 'chat' && model.provider !== 'bozzetto' && !model.assistant,
  )
  const usual = [chosenId, data?.defaults?.titles, modelId].find((id) =>
    models.some((model) => model.id === id),
  )
  const model = models.find(({ id }) => id === usual) ?? models[0]
  const covered = getCoveredTurns(chat.turns, chat.summaries)
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: { untilId: string; modelId: string }) =>
      createSummary(chat.conversationId, { id: newId(), ...wanted }),
    onSuccess: chat.onChanged,
    onError: reportFailure('The older answers were not summarised.'),
  })
  if (!covered || model?.kind !== 'chat') return null
  const { price } = model
  const cost =
    price === undefined
      ? 'price not known'
      : price.prompt + price.completion === 0
        ? 'free'
        : `about ${formatMoney({ currency: price.currency, amount: estimateSummaryCost(covered.tokens, price) })}`
  return (
    <span className="flex max-w-full flex-wrap items-center gap-1.5">
      <Select
        aria-label="Model that summarises"
        variant="ghost"
        className="max-w-48"
        value={model.id}
        onValueChange={setChosenId}
        disabled={isPending}
        options={models.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button
        size="sm"
        variant="primary"
        isLoading={isPending}
        onClick={() => mutate({ untilId: covered.untilId, modelId: model.id })}
      >
        {`Summarise older answers (${cost})`}
      </Button>
    </span>
  )
}
