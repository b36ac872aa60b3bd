import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { assetNameLengthMax, type Asset } from '#contract/assets.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/library.ts'
import { useChangeAsset } from '../queries/library-queries.ts'

export function AssetName({ asset }: { asset: Asset }) {
  const [draft, setDraft] = useState<string>()
  const rename = useChangeAsset()
  const shown = (rename.isPending && rename.variables.patch.name) || asset.name

  function keep() {
    const name = draft?.trim()
    setDraft(undefined)
    if (!name || name === asset.name) return
    rename.mutate(
      { id: asset.id, patch: { name } },
      {
        onError: reportFailure(t('Could not rename the model')),
      },
    )
  }

  if (draft === undefined) {
    return (
      <div className="flex items-start gap-1 text-lg">
        <h2 className="min-w-0 flex-1 font-semibold tracking-tight wrap-anywhere">{shown}</h2>
        {/* As high as a line, so that the button is beside the first line. */}
        <span className="flex h-[1lh] items-center">
          <IconButton
            label={t('Rename')}
            size="sm"
            icon={<Pencil aria-hidden />}
            onClick={() => setDraft(asset.name)}
          />
        </span>
      </div>
    )
  }
  return (
    <TextField
      aria-label={t('Name')}
      ref={startTyping}
      maxLength={assetNameLengthMax}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
        if (event.key === 'Escape') {
          event.preventDefault()
          setDraft(undefined)
        }
      }}
    />
  )
}

/**
 * Outside the component, because a new function per render would select the text on every key
 * press.
 */
function startTyping(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
