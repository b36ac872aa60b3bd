import { useMemo, useState } from 'react'
import { Brain, Check, Eye, Wrench } from 'lucide-react'
import type { ChatModel } from '#contract/models.ts'
import { formatRoughCount } from '#lib/format.ts'
import { formatTokenPrice } from '#lib/money.ts'
import { useProviderName } from '#queries/provider-name.ts'
import { IconMark } from '#ui/feedback/icon-mark.tsx'
import { SearchDialog } from '#ui/overlays/search-dialog.tsx'
import { findModels, nameModels, type FoundModel } from './find-models.ts'
import { readRecentModels } from './recent-models.ts'

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
  const [isWanted, setIsWanted] = useState(isOpen)
  if (isOpen && !isWanted) setIsWanted(true)
  // There may be thousands: what does not depend on the words is done once for a list, when it is wanted.
  const named = useMemo(
    () => (isWanted ? nameModels(models, nameOfProvider) : []),
    [isWanted, models, nameOfProvider],
  )
  const recent = useMemo(() => (isOpen ? readRecentModels() : []), [isOpen])
  const found = useMemo(() => findModels(named, query, recent), [named, query, recent])
  return (
    <SearchDialog
      isOpen={isOpen}
      onClose={onClose}
      label={title}
      placeholder="Search models"
      query={query}
      onQueryChange={setQuery}
      items={found}
      rowHeightPx={rowHeightPx}
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

/** Of a model with a description or a price. */
const rowHeightPx = 48

const ModelRow = ({ model, isChosen }: { model: FoundModel; isChosen: boolean }) => (
  <>
    <span className="min-w-0 flex-1 py-0.5">
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{model.name}</span>
        {model.providerName !== undefined && (
          <span className="truncate text-xs text-ink-faint">{model.providerName}</span>
        )}
        <IconMark is={model.canSee} label="Accepts pictures" icon={<Eye />} />
        <IconMark is={model.canUseTools} label="Supports tools" icon={<Wrench />} />
        <IconMark is={model.canReason} label="Reasoning" icon={<Brain />} />
      </span>
      {model.description !== '' && (
        <span className="block truncate text-xs text-ink-faint">{model.description}</span>
      )}
    </span>
    <span className="shrink-0 text-right text-xs leading-4 text-ink-faint tabular-nums">
      {model.contextTokens !== undefined && (
        <span className="block">{formatRoughCount(model.contextTokens)} tokens</span>
      )}
      {model.price && <span className="block">{formatTokenPrice(model.price)}</span>}
    </span>
    <Check
      aria-hidden
      className={isChosen ? 'size-4 shrink-0 text-accent' : 'invisible size-4 shrink-0'}
    />
  </>
)
