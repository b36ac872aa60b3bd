import { useState, type ReactNode } from 'react'
import { Brain, Check, Eye, Wrench } from 'lucide-react'
import type { ChatModel } from '#contract/models.ts'
import { formatRoughCount } from '#lib/format.ts'
import { SearchDialog } from '#ui/overlays/search-dialog.tsx'
import { formatMoney } from './money.ts'
import { useProviderName } from './provider-name.ts'

export type ModelDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** What the choice is for. */
  title: string
  models: readonly ChatModel[]
  modelId: string | undefined
  onChoose: (modelId: string) => void
}

/** Searches among all models one can talk to, by name, provider and what they can. */
export function ModelDialog({
  isOpen,
  onClose,
  title,
  models,
  modelId,
  onChoose,
}: ModelDialogProps) {
  const [query, setQuery] = useState('')
  const nameOfProvider = useProviderName()
  const named = models.map((model) => ({ ...model, group: nameOfProvider(model.provider) }))
  const found = findModels(named, query)
  return (
    <SearchDialog
      isOpen={isOpen}
      onClose={onClose}
      label={title}
      placeholder="Search models"
      query={query}
      onQueryChange={setQuery}
      items={found}
      selectedId={modelId}
      onPick={({ id }) => {
        setQuery('')
        onChoose(id)
      }}
      empty="No matching models."
      renderItem={(model) => <ModelRow model={model} isChosen={model.id === modelId} />}
    />
  )
}

const ModelRow = ({ model, isChosen }: { model: ChatModel; isChosen: boolean }) => (
  <>
    <span className="min-w-0 flex-1 py-0.5">
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{model.name}</span>
        <Ability is={model.canSee} label="Accepts pictures" icon={<Eye />} />
        <Ability is={model.canUseTools} label="Supports tools" icon={<Wrench />} />
        <Ability is={model.canReason} label="Reasoning" icon={<Brain />} />
      </span>
      {model.description !== '' && (
        <span className="block truncate text-xs text-ink-faint">{model.description}</span>
      )}
    </span>
    <span className="shrink-0 text-right text-xs leading-4 text-ink-faint tabular-nums">
      {model.contextTokens !== undefined && (
        <span className="block">{formatRoughCount(model.contextTokens)} tokens</span>
      )}
      {model.price && <span className="block">{formatPrice(model.price)}</span>}
    </span>
    <Check
      aria-hidden
      className={isChosen ? 'size-4 shrink-0 text-accent' : 'invisible size-4 shrink-0'}
    />
  </>
)

const Ability = (props: { is: boolean | undefined; label: string; icon: ReactNode }) =>
  props.is === true && (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an icon drawn in place.
      role="img"
      aria-label={props.label}
      title={props.label}
      className="flex text-ink-faint [&_svg]:size-3.5"
    >
      {props.icon}
    </span>
  )

/** `$0.25 in · $2.00 out`, for a million tokens each. */
const formatPrice = ({ prompt, completion, currency }: NonNullable<ChatModel['price']>) =>
  prompt === 0 && completion === 0
    ? 'free'
    : `${formatMoney({ amount: prompt, currency })} in · ${formatMoney({ amount: completion, currency })} out`

/** Models whose name, id, provider or abilities contain every word; of one provider together. */
function findModels<Named extends ChatModel & { group: string }>(
  models: readonly Named[],
  query: string,
): Named[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = models.filter((model) => {
    const abilities = [
      model.canSee && 'vision pictures',
      model.canUseTools && 'tools',
      model.canReason && 'reasoning thinks',
    ]
    const text = `${model.id} ${model.name} ${model.group} ${abilities.join(' ')}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const providers = [...new Set(found.map(({ provider }) => provider))]
  return providers.flatMap((provider) => found.filter((model) => model.provider === provider))
}
