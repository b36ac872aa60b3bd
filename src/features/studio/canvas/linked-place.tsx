import { readModelLink } from '#lib/model-link.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { PlacePointer } from '#workshop/pointing/place-pointer.tsx'
import { useMemo } from 'react'

/** The place of a model that an address names. @param point as it stands behind the `#` of a link to the model. */
export function LinkedPlace({ assetId, point }: { assetId: string; point: string }) {
  const place = useMemo(() => readModelLink(`model:${assetId}#${point}`)?.place, [assetId, point])
  return place ? <PlacePointer place={place} onMissing={tellMissing} /> : null
}

const tellMissing = () => showToast({ kind: 'error', title: 'This model has no such part.' })
