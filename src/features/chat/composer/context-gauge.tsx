import type { ChatModel } from '#contract/models.ts'
import { formatPercent, formatRoughCount } from '#lib/format.ts'
import { cn } from '#ui/cn.ts'
import { formatMoney } from '#lib/money.ts'
import { t } from '#languages/app.ts'

type ContextGaugeProps = {
  model: ChatModel | undefined
  tokens: number
}

const radius = 6.5
const length = 2 * Math.PI * radius

export function ContextGauge({ model, tokens }: ContextGaugeProps) {
  const size = model?.contextTokens
  const cost = getPromptCost(tokens, model)
  if (tokens === 0 || (size === undefined && cost === undefined)) return null
  const fraction = size === undefined ? undefined : tokens / size
  const money =
    cost !== undefined && model?.price
      ? formatMoney({ amount: cost, currency: model.price.currency })
      : undefined
  const tone =
    fraction === undefined || fraction < 0.75
      ? 'text-ink-faint'
      : fraction < 0.95
        ? 'text-warning'
        : 'text-danger'
  const sentence = [
    size === undefined
      ? t('About {tokens} tokens', { tokens: formatRoughCount(tokens) })
      : t('About {tokens} of {size} tokens that the model can read', {
          tokens: formatRoughCount(tokens),
          size: formatRoughCount(size),
        }),
    money !== undefined &&
      (cost === 0
        ? t('sending is free')
        : t('sending costs about {money}, plus the answer', { money })),
  ]
    .filter(Boolean)
    .join('; ')
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the drawing has a text label beside it.
      role="img"
      aria-label={sentence}
      data-tooltip={sentence}
      className={cn('flex h-7 shrink-0 items-center gap-1.5 px-1 text-xs tabular-nums', tone)}
    >
      {fraction !== undefined && (
        <svg viewBox="0 0 16 16" aria-hidden className="size-4 -rotate-90">
          <circle
            cx="8"
            cy="8"
            r={radius}
            className="fill-none stroke-current opacity-25"
            strokeWidth="2"
          />
          <circle
            cx="8"
            cy="8"
            r={radius}
            className="fill-none stroke-current"
            strokeWidth="2"
            strokeDasharray={`${Math.min(1, fraction) * length} ${length}`}
            strokeLinecap="round"
          />
        </svg>
      )}
      <span className="@max-lg/composer:hidden">
        {money ??
          (fraction !== undefined &&
            t('Context {fraction} full', { fraction: formatPercent(fraction) }))}
      </span>
    </span>
  )
}

const getPromptCost = (tokens: number, model: ChatModel | undefined): number | undefined =>
  model?.price && (tokens * model.price.prompt) / 1_000_000
