import type { Model3d } from '#contract/models.ts'
import { ownValue } from '#lib/own-value.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { studioStore } from '../state/store.ts'
import { readMainPicture } from '../state/main-picture.ts'
import type { StudioPicture } from '../state/picture.ts'
import {
  findEmptySlot,
  setSlotPicture,
  type SlotValues,
  type SlottedPicture,
} from '../state/picture-slots.ts'

export function getSlotValues(model: Model3d): SlotValues {
  const { picture, drafts } = studioStore.getState()
  return { picture, draft: ownValue(drafts, model.id) ?? {} }
}

export function putPictures(model: Model3d, taken: readonly SlottedPicture[]): void {
  let held = getSlotValues(model)
  for (const one of taken) {
    held = setSlotPicture(model.paramSchema, held, one)
  }
  studioStore.getState().settingsTaken(model.id, held.draft, held.picture)
}

/**
 * Puts a dropped or pasted picture into the main slot, or into the next free view of a model with
 * several.
 */
export function placePicture(model: Model3d, picture: StudioPicture): void {
  const main = readMainPicture(model.paramSchema)
  const isSingle = main !== undefined && main.places === undefined
  const place = isSingle ? undefined : findEmptySlot(model.paramSchema, getSlotValues(model))
  if (place) {
    putPictures(model, [{ place, picture }])
    showToast({ title: `Added as ${place.title}`, detail: picture.name })
  } else if (isSingle || !main) studioStore.getState().pictureChosen(picture)
  else {
    const detail = 'Remove one of them first.'
    showToast({ kind: 'error', title: 'All views are filled', detail })
  }
}
