import { useState } from 'react'
import type { SharedAsset } from '#contract/sharing/shares.ts'
import { describeMakeup, fileName, formatBytes, formatCount } from '#lib/format.ts'
import { endingOfModel, glbMimeType } from '#lib/model-kinds.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { AnyModelEditor } from '#workshop/editor/any-editor.tsx'
import { LeaveGuard } from '#workshop/editor/leave-guard.tsx'
import type { UnsavedEdits } from '#workshop/state/use-edits.ts'
import { t } from '#languages/app.ts'

/** Renders a shared model with all tools. Visitors can download their edits, but not save them. */
export function SharedEditor({ asset }: { asset: SharedAsset }) {
  const file = fileName(asset.name, endingOfModel(asset.mimeType))
  const [unsaved, setUnsaved] = useState<UnsavedEdits>()
  const [counted, setCounted] = useState<LoadedModel>()
  const counts = unsaved ? counted : asset.stats
  const facts = [
    counts && describeMakeup(counts, formatCount),
    formatBytes(unsaved?.sizeBytes ?? asset.sizeBytes),
  ]
  return (
    <section aria-label={t('Model')} className="relative h-full backdrop-stage">
      <AnyModelEditor
        active
        model={{
          url: asset.url,
          title: asset.name,
          fileName: file,
          sizeBytes: asset.sizeBytes,
          triangles: asset.stats?.triangles,
          publicUrl:
            asset.mimeType === glbMimeType ? new URL(asset.url, location.origin).href : undefined,
        }}
        onUnsaved={setUnsaved}
        onLoaded={setCounted}
      />
      <LeaveGuard unsaved={unsaved} waiting={undefined} onStay={() => {}} />
      <footer className="pointer-events-none absolute inset-x-0 bottom-0 flex items-end p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <div className="min-w-0 float px-3.5 py-2">
          <h1 dir="auto" className="truncate text-base font-semibold">
            {asset.name}
          </h1>
          <p className="text-xs text-ink-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
        </div>
      </footer>
    </section>
  )
}
