import { uploadPicture } from '#api/files.ts'
import { NetworkError } from '#api/http/errors.ts'
import { toPicture, type StudioPicture } from '../state/picture.ts'
import { keepPicture } from '../state/waiting-pictures.ts'

type Options = {
  name: string
  /** Keeps the picture in this browser if the server cannot be reached. */
  canWait: boolean
  signal: AbortSignal
  onProgress: (progress: number) => void
}

/** Uploads a picture, or keeps it in this browser until the server can be reached. */
export async function sendOrKeep(file: Blob, options: Options): Promise<StudioPicture> {
  const { name, canWait, signal, onProgress } = options
  try {
    // The server stores equal files once, and may return the name of an earlier upload.
    return { ...toPicture(await uploadPicture(file, { name, signal, onProgress })), name }
  } catch (error) {
    if (!canWait || !(error instanceof NetworkError)) throw error
    try {
      return await keepPicture(file, name)
    } catch (problem) {
      // The browser forbids storage, or too many pictures wait. The reason of the upload says more.
      console.warn('The picture cannot wait.', problem)
      throw error
    }
  }
}
