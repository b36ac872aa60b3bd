import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef, useState } from 'react'
import type { ChangeModels } from '#contract/models.ts'
import type { SearchedModel } from './find-listed.ts'
import { ModelRow } from './model-row.tsx'

type ModelRowsProps = {
  models: readonly SearchedModel[]
  onChange: (change: ChangeModels) => void
}

/** Of every row, in pixels, so that none has to be measured. */
const rowHeightPx = 60
const overscan = 5

/** Only rows that are in view are in the page: a service may list thousands. */
export function ModelRows({ models, onChange }: ModelRowsProps) {
  const viewport = useRef<HTMLDivElement>(null)
  const [renamedId, setRenamedId] = useState<string>()
  // Another function makes it measure thousands of rows anew.
  const getItemKey = useCallback((index: number) => models[index]?.id ?? index, [models])
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component.
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: models.length,
    getScrollElement: () => viewport.current,
    getItemKey,
    estimateSize: () => rowHeightPx,
    overscan,
    initialRect: { width: 800, height: 480 },
  })
  const rows = virtualizer.getVirtualItems()
  return (
    <div
      ref={viewport}
      className="-mx-2 max-h-[min(30rem,52dvh)] overflow-y-auto rounded-lg border border-line"
    >
      <ul aria-label="Models" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, key, start }) => {
          const model = models[index]
          return (
            model && (
              <li
                key={key}
                aria-label={model.name}
                aria-setsize={models.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 border-b border-line last:border-b-0"
                style={{ height: rowHeightPx, transform: `translateY(${start}px)` }}
              >
                <ModelRow
                  model={model}
                  isRenamed={renamedId === model.id}
                  onRename={(isRenamed) => setRenamedId(isRenamed ? model.id : undefined)}
                  onChange={onChange}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
