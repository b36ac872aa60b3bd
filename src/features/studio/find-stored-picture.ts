import { listPictures } from '#api/pictures.ts'
import { toPicture, type StudioPicture } from './state/picture.ts'

/** Number of recent pictures that are searched. */
const lookedThrough = 100

/** Finds a stored picture by its id. @throws the errors of `listPictures`. */
export async function findStoredPicture(id: string): Promise<StudioPicture> {
  const { pictures } = await listPictures(lookedThrough)
  const found = pictures.find((picture) => picture.id === id)
  // Older pictures still have an address, but their size is unknown here.
  return found ? toPicture(found) : { id, url: `/api/files/${id}/content`, name: 'Picture' }
}
