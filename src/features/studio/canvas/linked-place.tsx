import type { AssetNote } from '#contract/assets.ts'
import { findNotePlace, readModelLink } from '#lib/links/model-link.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { PlacePointer } from '#workshop/pointing/place-pointer.tsx'
import { useMemo, useState } from 'react'
import { t } from '#languages/studio.ts'

type LinkedPlaceProps = {
  assetId: string
  point: string
  notes: readonly AssetNote[] | undefined
}

export function LinkedPlace({ assetId, point, notes }: LinkedPlaceProps) {
  // Keeps the notes of the first render, because editing notes must not move the camera.
  const [known] = useState(notes)
  const place = useMemo(
    () => findNotePlace(readModelLink(`model:${assetId}#${point}`)?.place, known),
    [assetId, point, known],
  )
  return place ? <PlacePointer place={place} onMissing={tellMissing} /> : null
}

const tellMissing = () =>
  showToast({ kind: 'error', title: t('This model has no such part or note.') })
