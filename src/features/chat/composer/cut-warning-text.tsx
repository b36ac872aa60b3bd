import FoldVertical from 'lucide-react/icons/fold-vertical'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ChatModel } from '#contract/models.ts'
import { formatRoughCount } from '#lib/format.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { SummaryOffer } from '../summaries/summary-offer.tsx'
import {
  describeSummaryCost,
  useSummaryPlan,
  type LongChat,
  type SummaryPlan,
} from '../summaries/use-summary-plan.ts'

type CutWarningTextProps = {
  model: ChatModel
  size: number
  tokens: number
  onModel: () => void
  onNewChat: (() => void) | undefined
  longChat: LongChat | undefined
}

export function CutWarningText({
  model,
  size,
  tokens,
  onModel,
  onNewChat,
  longChat,
}: CutWarningTextProps) {
  const plan = useSummaryPlan(longChat, model.id)
  const isSummarised = plan.isAutomatic && plan.isAllowed
  const consequence =
    model.cutsLongPrompts === true
      ? t('The first {value} would be left out.', {
          value: formatRoughCount(Math.max(1, tokens - size)),
        })
      : t('Its service will probably reject the question.')
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-3.5 py-2 text-xs text-pretty text-ink-muted">
      <p className="flex flex-1 basis-60 gap-2">
        {isSummarised ? (
          <FoldVertical aria-hidden className="mt-px size-3.5 shrink-0 text-ink-faint" />
        ) : (
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
        )}
        {[
          t(
            'With this message, the chat is about {tokens} tokens long, but {name} can read only {size}.',
            { tokens: formatRoughCount(tokens), name: model.name, size: formatRoughCount(size) },
          ),
          isSummarised ? undefined : consequence,
          longChat && describeAutomatic(plan),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <span className="flex flex-wrap items-center gap-1.5">
        {longChat && !isSummarised && (
          <SummaryOffer chat={longChat} plan={plan} modelId={model.id} />
        )}
        <Button size="sm" onClick={onModel}>
          {t('Choose another model')}
        </Button>
        {onNewChat && (
          <Button size="sm" onClick={onNewChat}>
            {t('Ask in a new chat')}
          </Button>
        )}
      </span>
    </div>
  )
}

function describeAutomatic(plan: SummaryPlan): string | undefined {
  const { covered, model, isAutomatic, isAllowed, usdMax } = plan
  if (!isAutomatic || !covered) return undefined
  if (!model) return t('The model that writes your summaries is not available.')
  const cost = describeSummaryCost(covered.tokens, model.price)
  if (isAllowed)
    return t('{name} summarises the older answers first ({cost}).', { name: model.name, cost })
  if (!model.price)
    return t('The price of {name} is not known, so it does not do so by itself.', {
      name: model.name,
    })
  const limit = formatMoney({ amount: usdMax, currency: 'USD' })
  return t('A summary costs {cost}, more than your limit of {limit}.', { cost, limit })
}
