import type { Asset } from '#contract/assets.ts'
import type { Task } from '#contract/tasks.ts'
import type { StudioPicture } from './picture.ts'

type Made = Pick<Asset, 'pictureUrl' | 'recipe'>

/**
 * Returns whether a shown model was made from another picture than that of the form. A picture that
 * made no model yet is work in progress, so its form stays.
 */
export function isMadeOtherwise(
  { pictureUrl, recipe }: Made,
  picture: StudioPicture,
  tasks: readonly Pick<Task, 'pictureUrl'>[],
): boolean {
  // An edited version of a model may have lost its picture.
  if (recipe?.source && pictureUrl === undefined) return false
  const isSame = (url: string | undefined) =>
    url === picture.url || url?.includes(`/${picture.id}/`) === true
  return !isSame(pictureUrl) && tasks.some((task) => isSame(task.pictureUrl))
}
