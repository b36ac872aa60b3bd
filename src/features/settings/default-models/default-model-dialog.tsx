import Check from 'lucide-react/icons/check'
import { useMemo, useState } from 'react'
import type { Model } from '#contract/models.ts'
import { useProviderName } from '#queries/provider-name.ts'
import { SearchDialog } from '#ui/overlays/search-dialog.tsx'
import { createWordFilter, toFolded } from '#lib/fold-text.ts'
import { t } from '#languages/settings.ts'
import type { Purpose } from './purposes.ts'

type DefaultModelDialogProps = {
  isOpen: boolean
  purpose: Purpose
  models: readonly Model[]
  modelId: string | undefined
  onClose: () => void
  /** @param modelId undefined to remove the default model. */
  onChoose: (modelId: string | undefined) => void
}

type Item = { id: string; name: string; group: string | undefined; text: string }

const noneId = ''

export function DefaultModelDialog(props: DefaultModelDialogProps) {
  const { isOpen, purpose, models, modelId = noneId, onClose, onChoose } = props
  const [query, setQuery] = useState('')
  const nameOfProvider = useProviderName()
  const items = useMemo((): Item[] => {
    const kind = purpose.id === '3d' ? '3d' : 'chat'
    const groups = new Map<string, Item[]>()
    for (const { id, name, provider, ...model } of models) {
      // Exclude assistants, because the default applies to all users and an assistant belongs to
      // one user.
      if (model.kind !== kind || ('assistant' in model && model.assistant)) continue
      const group = nameOfProvider(provider)
      const item = { id, name, group, text: toFolded(`${id} ${name} ${group}`) }
      const members = groups.get(provider)
      if (members) members.push(item)
      else groups.set(provider, [item])
    }
    const none = { id: noneId, name: purpose.none, group: undefined, text: '' }
    return [none, ...[...groups.values()].flat()]
  }, [models, purpose, nameOfProvider])
  const found = useMemo(() => {
    const hasWords = createWordFilter(query)
    return items.filter(({ text }) => hasWords(text))
  }, [items, query])
  return (
    <SearchDialog
      isOpen={isOpen}
      onClose={onClose}
      label={t('Default model: {title}', { title: purpose.title })}
      placeholder={t('Search models')}
      query={query}
      onQueryChange={setQuery}
      items={found}
      selectedId={modelId}
      onPick={({ id }) => {
        setQuery('')
        onChoose(id === noneId ? undefined : id)
      }}
      empty={t('No matching models.')}
      renderItem={({ id, name }) => (
        <>
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <Check
            aria-hidden
            className={id === modelId ? 'size-4 shrink-0 text-accent' : 'invisible size-4 shrink-0'}
          />
        </>
      )}
    />
  )
}
