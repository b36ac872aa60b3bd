import type { ChatModel } from '#contract/models.ts'
import { formatRoughCount } from '#lib/format.ts'
import { describeModelEnd } from '#lib/model-end.ts'
import { formatTokenPrice } from '#lib/money.ts'
import { Monogram } from '#ui/feedback/monogram.tsx'

type ModelDetailsProps = {
  model: ChatModel
  provider: string | undefined
}

/** Renders what is known about a model: its service, abilities, context and price. */
export function ModelDetails({ model, provider }: ModelDetailsProps) {
  const { name, description, contextTokens, price } = model
  const end = describeModelEnd(model)
  const abilities = [
    model.canSee === true && 'pictures',
    model.canUseTools === true && 'tools',
    model.canReason === true && 'reasoning',
  ].filter((one) => one !== false)
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Takes', abilities.length === 0 ? undefined : abilities.join(', ')],
    [
      'Remembers',
      contextTokens === undefined ? undefined : `${formatRoughCount(contextTokens)} tokens`,
    ],
    ['Price', price && formatTokenPrice(price)],
    ['Id', model.id],
  ]
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3">
        <Monogram name={model.provider} letters={name.charAt(0).toUpperCase()} size="lg" />
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">{name}</p>
          {provider !== undefined && <p className="truncate text-xs text-ink-muted">{provider}</p>}
        </div>
      </div>
      {description !== '' && <p className="text-pretty text-ink-muted">{description}</p>}
      {end && (
        <p className={`text-pretty ${end.isOver ? 'text-danger' : 'text-warning'}`}>{end.text}</p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-xs tabular-nums">
        {rows.map(
          ([term, value]) =>
            value !== undefined && (
              <div key={term} className="contents">
                <dt className="text-ink-muted">{term}</dt>
                <dd className="font-medium wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}
