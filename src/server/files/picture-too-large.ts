import { HttpError } from '../errors/http-error.ts'

export const createPictureTooLargeError = (cause: unknown): HttpError =>
  new HttpError(
    'bad_picture',
    'This picture takes too much memory or time to read. Save it smaller, or in another format.',
    { cause },
  )
