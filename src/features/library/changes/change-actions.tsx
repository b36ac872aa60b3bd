import { useState } from 'react'
import type { Asset } from '#contract/assets.ts'
import { glbMimeType } from '#lib/model-kinds.ts'
import { Button } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import { t } from '#languages/library.ts'
import { type ModelChange, changes } from './changes.ts'

const loadDialog = async () => (await import('./change-dialog.tsx')).ChangeDialog
prefetch(loadDialog)

export function ChangeActions({ asset }: { asset: Asset }) {
  const [chosen, setChosen] = useState<ModelChange>()
  const [isOpen, setIsOpen] = useState(false)
  if (asset.mimeType !== glbMimeType) return null
  return (
    <section aria-label={t('Make a version')}>
      <h3 className="mb-1.5 text-xs font-medium text-ink-muted">{t('Make a version')}</h3>
      <div className="flex flex-wrap gap-2">
        {changes.map((change) => (
          <Button
            key={change.kind}
            size="sm"
            title={change.hint}
            onClick={() => {
              setChosen(change)
              setIsOpen(true)
            }}
          >
            {change.name}
          </Button>
        ))}
      </div>
      {chosen && (
        <Loaded
          key={chosen.kind}
          load={loadDialog}
          props={{ isOpen, asset, change: chosen, onClose: () => setIsOpen(false) }}
        />
      )}
    </section>
  )
}
