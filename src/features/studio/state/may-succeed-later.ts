import { ApiError } from '#api/http/errors.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'

/** Returns whether the same request may succeed later, after it has failed with `error`. */
export const maySucceedLater = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status >= 500 || error.status === 429
    : !(error instanceof PictureError)
