import type { AssetNote } from '#contract/assets.ts'
import { placeOfNote, readModelLink } from '#lib/links/model-link.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { PlacePointer } from '#workshop/pointing/place-pointer.tsx'
import { useMemo, useState } from 'react'

type LinkedPlaceProps = {
  assetId: string
  /** As it stands behind the `#` of a link to the model. */
  point: string
  notes: readonly AssetNote[] | undefined
}

/** The place of a model that an address names. */
export function LinkedPlace({ assetId, point, notes }: LinkedPlaceProps) {
  // As the notes were when the link was followed: who writes more is not turned back.
  const [known] = useState(notes)
  const place = useMemo(
    () => placeOfNote(readModelLink(`model:${assetId}#${point}`)?.place, known),
    [assetId, point, known],
  )
  return place ? <PlacePointer place={place} onMissing={tellMissing} /> : null
}

const tellMissing = () =>
  showToast({ kind: 'error', title: 'This model has no such part or note.' })
