import { dateLanguage } from '#lib/language/translate.ts'
import Star from 'lucide-react/icons/star'
import type { ChatModel, ChatPrice } from '#contract/models.ts'
import { formatRoughCount, joinWithCommas } from '#lib/format.ts'
import { describeModelEnd } from '#lib/model-end.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { t } from '#languages/app.ts'
import { ModelDefaultsButton } from './model-defaults-button.tsx'
import { ModelTile } from './model-tile.tsx'
import { togglePin } from './pinned-models.ts'

type ModelDetailsProps = {
  model: ChatModel
  provider: string | undefined
  isPinned: boolean
  onUse: () => void
}

export function ModelDetails({ model, provider, isPinned, onUse }: ModelDetailsProps) {
  const { name, description, contextTokens, answerTokensMax, createdAt, price } = model
  const end = describeModelEnd(model)
  const abilities = [
    model.canSee === true && t('Pictures'),
    model.canUseTools === true && t('Tools'),
    model.canReason === true && t('Reasoning'),
  ].filter((one) => one !== false)
  const rows: readonly (readonly [string, string | undefined])[] = [
    [t('Model'), model.assistant?.modelName],
    [t('Takes'), abilities.length === 0 ? undefined : joinWithCommas(abilities)],
    [
      t('Remembers'),
      contextTokens === undefined
        ? undefined
        : t('{contextTokens} tokens', { contextTokens: formatRoughCount(contextTokens) }),
    ],
    [
      t('Answers'),
      answerTokensMax === undefined
        ? undefined
        : t('up to {answerTokensMax} tokens', {
            answerTokensMax: formatRoughCount(answerTokensMax),
          }),
    ],
    [t('Reads'), price && formatMillion(price, price.prompt)],
    [t('Writes'), price && formatMillion(price, price.completion)],
    [t('Released'), createdAt === undefined ? undefined : formatMonth(createdAt)],
    [t('Id'), model.assistant ? undefined : model.id],
  ]
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3">
        <ModelTile model={model} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="text-lg font-semibold wrap-anywhere">{name}</p>
          {provider !== undefined && <p className="truncate text-xs text-ink-muted">{provider}</p>}
        </div>
        <IconButton
          label={isPinned ? t('Remove from favourites') : t('Add to favourites')}
          isActive={isPinned}
          icon={<Star aria-hidden className={isPinned ? 'fill-accent text-accent' : ''} />}
          onClick={() => togglePin(model)}
        />
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
      {price !== undefined && (
        <p className="rounded-lg bg-hover px-3 py-2.5 text-xs text-pretty text-ink-muted">
          {describeUsualCost(price)}
        </p>
      )}
      <ModelDefaultsButton model={model} />
      <Button variant="primary" onClick={onUse}>
        {t('Use')}
      </Button>
    </div>
  )
}

const formatMillion = (price: ChatPrice, amount: number): string =>
  amount === 0
    ? t('Free')
    : t('{money} / million tokens', { money: formatMoney({ ...price, amount }) })

const formatMonth = (unixSeconds: number): string =>
  new Date(unixSeconds * 1000).toLocaleDateString(dateLanguage, { month: 'long', year: 'numeric' })

/** Number of tokens in a typical question of two pages and a typical answer of one page. */
const usualTokens = { prompt: 1_000, completion: 500 }

function describeUsualCost(price: ChatPrice): string {
  const { prompt, completion } = usualTokens
  const amount = (price.prompt * prompt + price.completion * completion) / 1_000_000
  if (amount === 0) return t('Questions are free.')
  return t('A question of two pages with an answer of one costs about {money}.', {
    money: formatMoney({ ...price, amount }),
  })
}
