import { useCallback, useState } from 'react'
import type { ChangeModels, ListedModel } from '#contract/model-settings.ts'
import { cn } from '#ui/cn.ts'
import { VirtualList } from '#ui/layout/virtual-list.tsx'
import { t } from '#languages/settings.ts'
import type { SearchedModel } from './find-listed.ts'
import { ModelRow } from './model-row.tsx'

type ModelRowsProps = {
  models: readonly SearchedModel[]
  onChange: (change: ChangeModels) => void
  onPrice: (model: ListedModel) => void
  isInCard: boolean
}

const rowHeightPx = 60

/** Renders only rows near the viewport, because a provider may list thousands of models. */
export function ModelRows({ models, onChange, onPrice, isInCard }: ModelRowsProps) {
  const [renamedId, setRenamedId] = useState<string>()
  const renderRow = useCallback(
    (model: SearchedModel) => (
      <ModelRow
        model={model}
        isRenamed={renamedId === model.id}
        onRename={(isRenamed) => setRenamedId(isRenamed ? model.id : undefined)}
        onChange={onChange}
        onPrice={onPrice}
      />
    ),
    [renamedId, onChange, onPrice],
  )
  return (
    <VirtualList
      label={t('Models')}
      items={models}
      rowHeightPx={rowHeightPx}
      renderRow={renderRow}
      rowLabel={getModelName}
      className={cn(
        'max-h-[min(30rem,52dvh)] border-line',
        isInCard ? '-mx-4 border-y' : '-mx-2 rounded-lg border',
      )}
      rowClassName="border-b border-line last:border-b-0"
    />
  )
}

const getModelName = ({ name }: SearchedModel) => name
