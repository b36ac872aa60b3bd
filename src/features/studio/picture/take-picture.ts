import type { Model3d } from '#contract/models.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'
import { ownValue } from '#lib/own-value.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { studioStore, type StudioState } from '../state/store.ts'
import { type Sample, sampleUrl } from '../state/queries.ts'
import { readMainPicture } from '../state/main-picture.ts'
import type { StudioPicture } from '../state/picture.ts'
import {
  findEmptySlot,
  setSlotPicture,
  withoutSlotPictures,
  type SlotValues,
  type SlottedPicture,
} from '../state/picture-slots.ts'

export function getSlotValues(model: Model3d): SlotValues {
  const { picture, drafts } = studioStore.getState()
  return { picture, draft: ownValue(drafts, model.id) ?? {} }
}

/**
 * Puts pictures into the form.
 * @param isAll removes all other pictures from the form.
 */
export function putPictures(model: Model3d, taken: readonly SlottedPicture[], isAll = false): void {
  let held = getSlotValues(model)
  if (isAll) held = { ...held, draft: withoutSlotPictures(model.paramSchema, held.draft) }
  for (const one of taken) {
    held = setSlotPicture(model.paramSchema, held, one)
  }
  studioStore.getState().settingsTaken(model.id, held.draft, held.picture)
}

/**
 * Uses a dropped or pasted picture as the main picture, or as the next side if the model takes
 * several sides.
 * @param models all models, because their forms may contain sides of the previous picture.
 */
export function placePicture(
  model: Model3d,
  picture: StudioPicture,
  models: readonly Model3d[],
): void {
  const main = readMainPicture(model.paramSchema)
  const isSingle = main !== undefined && main.places === undefined
  const place = isSingle ? undefined : findEmptySlot(model.paramSchema, getSlotValues(model))
  if (place) {
    putPictures(model, [{ place, picture }])
    showToast({ title: t('Added as {title}', { title: place.title }), detail: picture.name })
  } else if (isSingle || !main) replaceMainPicture(picture, models)
  else {
    const detail = t('Remove one of them first.')
    showToast({ kind: 'error', title: t('All views are filled'), detail })
  }
}

/**
 * Replaces or removes the main picture. Also removes pictures of other sides from the forms of all
 * models, because those pictures show another object. A toast offers to undo the removal.
 */
export function replaceMainPicture(
  picture: StudioPicture | undefined,
  models: readonly Model3d[],
): void {
  const { picture: previous, drafts, ...store } = studioStore.getState()
  if (picture) store.pictureChosen(picture)
  else store.pictureRemoved()
  if (!previous || (picture && isSameShot(previous, picture))) return
  const schemas = new Map(models.map(({ id, paramSchema }) => [id, paramSchema]))
  let removedCount = 0
  const next = Object.entries(drafts).map(([modelId, draft]) => {
    const schema = schemas.get(modelId)
    const kept = schema ? withoutSlotPictures(schema, draft) : draft
    removedCount += Object.keys(draft).length - Object.keys(kept).length
    return [modelId, kept] as const
  })
  if (removedCount === 0) return
  store.draftsReplaced(Object.fromEntries(next))
  showToast({
    title: t('Removed the other views'),
    detail: t('They belong to the previous picture.'),
    durationMs: 15_000,
    action: { label: t('Put back'), onSelect: () => putBack(drafts) },
  })
}

function putBack(removed: StudioState['drafts']): void {
  const { drafts, draftsReplaced } = studioStore.getState()
  const restored = Object.entries(removed).map(
    ([modelId, draft]) => [modelId, { ...draft, ...ownValue(drafts, modelId) }] as const,
  )
  draftsReplaced({ ...drafts, ...Object.fromEntries(restored) })
}

/**
 * Returns whether one picture is a cut-out of the other, or both are cut out of the same picture.
 */
function isSameShot(one: StudioPicture, other: StudioPicture): boolean {
  const urls = [other.url, other.cutFrom?.url]
  return urls.includes(one.url) || (one.cutFrom !== undefined && urls.includes(one.cutFrom.url))
}

const sampleTimeoutMs = 20_000

/**
 * Loads a sample from this server.
 * @throws {PictureError} if the server does not send it.
 */
export async function fetchSample(sample: Sample): Promise<Blob> {
  const url = sampleUrl(sample)
  const response = await fetch(url, { signal: AbortSignal.timeout(sampleTimeoutMs) }).catch(() => {
    // Samples are on this server, so any error means that the server is unreachable.
    throw new PictureError(t('The sample cannot be loaded. Is the server still running?'))
  })
  if (!response.ok) throw new PictureError(t('Sample not found.'))
  return response.blob()
}
