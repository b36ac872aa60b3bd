import { withBase } from '#lib/base-path.ts'
import { listPictures } from '#api/pictures.ts'
import { toPicture, type StudioPicture } from './state/picture.ts'

const lookedThrough = 100

/**
 * Finds a stored picture by its id.
 * @throws the errors of `listPictures`.
 */
export async function findStoredPicture(id: string): Promise<StudioPicture> {
  const { pictures } = await listPictures(lookedThrough)
  const found = pictures.find((picture) => picture.id === id)
  return found
    ? toPicture(found)
    : { id, url: withBase(`/api/files/${id}/content`), name: 'Picture' }
}
