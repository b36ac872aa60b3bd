import { useCallback, useMemo, useState } from 'react'
import Brain from 'lucide-react/icons/brain'
import Check from 'lucide-react/icons/check'
import Eye from 'lucide-react/icons/eye'
import Star from 'lucide-react/icons/star'
import Columns2 from 'lucide-react/icons/columns-2'
import Plus from 'lucide-react/icons/plus'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import Wrench from 'lucide-react/icons/wrench'
import { Link } from 'wouter'
import type { ChatModel, ProviderProblem } from '#contract/models.ts'
import { formatCount, formatRoughCount } from '#lib/format.ts'
import { describeModelEnd } from '#lib/model-end.ts'
import { formatTokenPrice } from '#lib/money.ts'
import { useProblemsFor } from '#queries/model-problems.ts'
import { formatProblem, useProviderName } from '#queries/provider-name.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { IconMark } from '#ui/feedback/icon-mark.tsx'
import { SearchFrame } from '#ui/overlays/search-dialog.tsx'
import { SearchPopover } from '#ui/overlays/search-popover.tsx'
import { SearchList } from '#ui/overlays/search-list.tsx'
import { t } from '#languages/app.ts'
import {
  findModels,
  longList,
  nameModels,
  type ModelEntry,
  type NamedModel,
} from './find-models.ts'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { ModelDefaultsButton } from './model-defaults-button.tsx'
import { ModelDetails } from './model-details.tsx'
import { ModelTile } from './model-tile.tsx'
import { ModelFilterPills, noNarrowing } from './model-filter-pills.tsx'
import { isPinned, pinsSetting, togglePin } from './pinned-models.ts'
import { readRecentModels } from './recent-models.ts'

export type ModelDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  models: readonly ChatModel[]
  problems: readonly ProviderProblem[]
  modelId: string | undefined
  onChoose: (modelId: string) => void
  /** Element beside which wide screens show the search. Without it, the search is centred. */
  anchor?: Element | undefined
  /** Shows buttons that connect a service, and that compare models by calling this function. */
  onCompare?: (() => void) | undefined
}

export function ModelDialog(props: ModelDialogProps) {
  const { isOpen, onClose, title, models } = props
  const anchor = useWideAnchor(props)
  const problems = useProblemsFor('chat', props.problems)
  const nameOfProvider = useProviderName()
  // The list may have thousands of models, so prepare their names before the dialog opens.
  const named = useMemo(() => nameModels(models, nameOfProvider), [models, nameOfProvider])
  const frame = {
    isOpen,
    onClose,
    label: title,
    footer: problems.length > 0 && (
      <ul className="flex max-h-28 min-w-0 flex-col gap-1 overflow-y-auto">
        {problems.map(({ provider, message }) => (
          <li key={provider} className="flex gap-1.5 text-pretty text-ink-muted">
            <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
            <span className="min-w-0 wrap-anywhere">
              {formatProblem(nameOfProvider(provider), message)}
            </span>
          </li>
        ))}
      </ul>
    ),
    children: <ModelSearch {...props} named={named} />,
  }
  return anchor ? (
    <SearchPopover {...frame} anchor={anchor} isShort={models.length <= shortList} />
  ) : (
    <SearchFrame {...frame} isWide />
  )
}

/** Returns the anchor on wide screens. Keeps the anchor while the search closes. */
function useWideAnchor({ isOpen, anchor }: Pick<ModelDialogProps, 'isOpen' | 'anchor'>) {
  const [last, setLast] = useState<{ isOpen: boolean; anchor?: Element | undefined }>({
    isOpen: false,
  })
  if (isOpen !== last.isOpen) {
    const isWide = isOpen && anchor !== undefined && matchMedia('(width >= 48rem)').matches
    setLast({ isOpen, anchor: isOpen ? (isWide ? anchor : undefined) : last.anchor })
  }
  return last.anchor
}

type ModelSearchProps = Pick<
  ModelDialogProps,
  'title' | 'models' | 'modelId' | 'onChoose' | 'onCompare'
> & { named: readonly NamedModel[] }

/** Number of models whose list needs no tall popover. */
const shortList = 6

function ModelSearch(props: ModelSearchProps) {
  const { title, models, modelId, onChoose, onCompare, named } = props
  const [query, setQuery] = useState('')
  const [recent] = useState(readRecentModels)
  const [narrowing, setNarrowing] = useState(noNarrowing)
  const [pins] = useBrowserSetting(pinsSetting)
  const found = useMemo(
    () => findModels(named, { ...narrowing, query, recentIds: recent, pins }),
    [named, query, recent, narrowing, pins],
  )
  const renderItem = useCallback(
    (model: ModelEntry) => <ModelRow model={model} isChosen={model.id === modelId} />,
    [modelId],
  )
  const chosen = models.find(({ id }) => id === modelId)
  return (
    <>
      <SearchList
        label={title}
        className="flex-1"
        placeholder={
          models.length > longList
            ? t('Search {modelsCount} models', { modelsCount: formatCount(models.length) })
            : t('Search models')
        }
        query={query}
        onQueryChange={setQuery}
        items={found}
        rowHeightPx={rowHeightPx}
        selectedId={modelId}
        onPick={({ id }) => onChoose(id)}
        empty={t('No matching models.')}
        filters={
          models.length > longList && (
            <ModelFilterPills models={models} value={narrowing} onChange={setNarrowing} />
          )
        }
        renderItem={renderItem}
        renderDetail={(model) => (
          <ModelDetails
            model={model}
            provider={named.find((one) => one.model.id === model.id)?.provider}
            isPinned={isPinned(model, pins)}
            onUse={() => onChoose(model.id)}
          />
        )}
      />
      {chosen && (
        <div className="flex shrink-0 flex-wrap gap-1.5 border-t border-line p-1.5 md:hidden">
          <PinButton model={chosen} isPinned={isPinned(chosen, pins)} />
          <ModelDefaultsButton model={chosen} />
        </div>
      )}
      {onCompare && (
        <div className="flex shrink-0 flex-wrap gap-1.5 border-t border-line p-1.5">
          <Link href="/settings?connect" asChild>
            <LinkButton variant="ghost" icon={<Plus aria-hidden />}>
              {t('Connect a service')}
            </LinkButton>
          </Link>
          {models.length > 1 && (
            <Button variant="ghost" icon={<Columns2 aria-hidden />} onClick={onCompare}>
              {t('Compare models…')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

const PinButton = ({ model, isPinned: isOn }: { model: ChatModel; isPinned: boolean }) => (
  <Button
    variant="ghost"
    icon={<Star aria-hidden className={isOn ? 'fill-accent text-accent' : ''} />}
    className="max-w-full"
    onClick={() => togglePin(model)}
  >
    <span className="truncate">
      {isOn
        ? t('{name} is a favourite', { name: model.name })
        : t('Add {name} to favourites', { name: model.name })}
    </span>
  </Button>
)

const rowHeightPx = 48

function SecondLine({ model }: { model: ModelEntry }) {
  const end = describeModelEnd(model)
  const color = end === undefined ? 'text-ink-faint' : end.isOver ? 'text-danger' : 'text-warning'
  const text = end?.text ?? (model.description || (model.providerName ?? ''))
  return text === '' ? null : <span className={cn('block truncate text-xs', color)}>{text}</span>
}

const ModelRow = ({ model, isChosen }: { model: ModelEntry; isChosen: boolean }) => (
  <>
    <ModelTile model={model} size="sm" />
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 sm:flex-nowrap">
      <span className="min-w-0 grow basis-full py-0.5 sm:basis-0">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{model.name}</span>
          {model.providerName !== undefined && model.description !== '' && (
            <span className="truncate text-xs text-ink-faint">{model.providerName}</span>
          )}
          <IconMark is={model.canSee} label={t('Accepts pictures')} icon={<Eye />} />
          <IconMark is={model.canUseTools} label={t('Supports tools')} icon={<Wrench />} />
          <IconMark is={model.canReason} label={t('Reasoning')} icon={<Brain />} />
        </span>
        <SecondLine model={model} />
      </span>
      <span className="flex shrink-0 gap-3 text-xs leading-4 text-ink-faint tabular-nums sm:block sm:text-end">
        {model.contextTokens !== undefined && (
          <span className="block">
            {t('{contextTokens} tokens', { contextTokens: formatRoughCount(model.contextTokens) })}
          </span>
        )}
        {model.price && <span className="block">{formatTokenPrice(model.price)}</span>}
      </span>
    </span>
    <span aria-hidden className="size-4 shrink-0">
      {isChosen && <Check className="size-4 text-accent" />}
    </span>
  </>
)
