import { listPictures } from '#api/pictures.ts'
import { toPicture, type Picture } from './state/picture.ts'

/** Stored pictures that are looked through for the one that is meant. */
const lookedThrough = 100

/** @throws as `listPictures` does. */
export async function findStoredPicture(id: string): Promise<Picture> {
  const { pictures } = await listPictures(lookedThrough)
  const found = pictures.find((picture) => picture.id === id)
  // An older one is still what its address says; only its size is not known here.
  return found ? toPicture(found) : { id, url: `/api/files/${id}/content`, name: 'Picture' }
}
