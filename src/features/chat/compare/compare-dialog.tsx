import Search from 'lucide-react/icons/search'
import { useCallback, useMemo, useState } from 'react'
import { answersAtOnceMax } from '#contract/chat/chat.ts'
import type { ChatModel } from '#contract/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { VirtualList } from '#ui/layout/virtual-list.tsx'
import { useProviderName } from '#queries/provider-name.ts'
import { t } from '#languages/app.ts'
import { findModels, nameModels, type ModelEntry } from '../models/find-models.ts'

type CompareDialogProps = {
  isOpen: boolean
  onClose: () => void
  models: readonly ChatModel[]
  modelIds: readonly string[]
  onDone: (modelIds: readonly string[]) => void
}

/** A list with more models than this has a search field. */
const longList = 8

export const CompareDialog = (props: CompareDialogProps) => (
  <Dialog
    isOpen={props.isOpen}
    onClose={props.onClose}
    title={t('Compare models')}
    description={t('Up to {answersAtOnceMax} models answer your next questions side by side.', {
      answersAtOnceMax,
    })}
  >
    {props.isOpen && <Choice {...props} />}
  </Dialog>
)

function Choice({ models, modelIds, onClose, onDone }: CompareDialogProps) {
  const nameOfProvider = useProviderName()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(modelIds)
  // Memoized, because the list may have thousands of models.
  const named = useMemo(() => nameModels(models, nameOfProvider), [models, nameOfProvider])
  const found = useMemo(
    () => findModels(named, { query, recentIds: modelIds }),
    [named, query, modelIds],
  )
  const toggle = useCallback(
    (id: string, isOn: boolean) =>
      setChosen((held) => (isOn ? [...held, id] : held.filter((one) => one !== id))),
    [],
  )
  const finish = (ids: readonly string[]) => {
    onDone(ids)
    onClose()
  }
  return (
    <div className="flex flex-col gap-3">
      {models.length > longList && (
        <TextField
          type="search"
          aria-label={t('Search models')}
          placeholder={t('Search models')}
          autoComplete="off"
          spellCheck={false}
          icon={<Search />}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      {found.length === 0 && (
        <p className="grid min-h-24 place-items-center text-ink-muted">
          {t('No matching models.')}
        </p>
      )}
      <Rows models={found} chosen={chosen} onToggle={toggle} />
      <div className="flex items-center justify-end gap-2">
        <span className="me-auto text-xs text-ink-faint tabular-nums">
          {t('{chosenCount} of {answersAtOnceMax}', {
            chosenCount: chosen.length,
            answersAtOnceMax,
          })}
        </span>
        {modelIds.length > 1 && (
          <Button variant="ghost" onClick={() => finish([])}>
            {t('Stop comparing')}
          </Button>
        )}
        <Button variant="primary" disabled={chosen.length < 2} onClick={() => finish(chosen)}>
          {t('Compare')}
        </Button>
      </div>
    </div>
  )
}

type RowsProps = {
  models: readonly ModelEntry[]
  chosen: readonly string[]
  onToggle: (id: string, isOn: boolean) => void
}

const rowHeightPx = () => (matchMedia('(pointer: coarse)').matches ? 44 : 36)

function Rows({ models, chosen, onToggle }: RowsProps) {
  const [heightPx] = useState(rowHeightPx)
  const isFull = chosen.length >= answersAtOnceMax
  const renderRow = useCallback(
    ({ id, name, group, providerName = group }: ModelEntry) => {
      const isChosen = chosen.includes(id)
      return (
        <label className="flex h-full min-w-0 flex-1 items-center gap-2.5">
          <input
            type="checkbox"
            className="checkbox"
            checked={isChosen}
            disabled={!isChosen && isFull}
            onChange={({ target }) => onToggle(id, target.checked)}
          />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="max-w-[40%] shrink-0 truncate text-xs text-ink-faint">
            {providerName}
          </span>
        </label>
      )
    },
    [chosen, isFull, onToggle],
  )
  return (
    <VirtualList
      label={t('Models')}
      items={models}
      rowHeightPx={heightPx}
      renderRow={renderRow}
      className="-mx-2 max-h-[45dvh]"
      rowClassName="flex rounded-md px-2 hover:bg-hover"
    />
  )
}
