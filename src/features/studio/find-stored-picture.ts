import { getPicture } from '#api/pictures.ts'
import { toPicture, type StudioPicture } from './state/picture.ts'

/**
 * Finds a stored picture by its id.
 * @throws the errors of `getPicture`.
 */
export const findStoredPicture = async (id: string): Promise<StudioPicture> =>
  toPicture(await getPicture(id))
