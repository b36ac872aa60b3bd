import { withBase } from '#lib/base-path.ts'
import { errorBodySchema } from '#contract/errors.ts'
import { pictureFileSchema, type PictureFile } from '#contract/files.ts'
import { t } from '#languages/app.ts'
import { ApiError, NetworkError, UnexpectedAnswerError } from './http/errors.ts'
import { sendSignedIn } from './http/http.ts'

export type UploadOptions = {
  name: string
  signal?: AbortSignal | undefined
  /** Receives the sent fraction of the file, 0 to 1. */
  onProgress?: (fraction: number) => void
}

/** Milliseconds without progress after which an upload is aborted. */
const idleMs = 60_000

/**
 * Uploads a picture. Waits for a sign-in if nobody is signed in. Uploading the same content again returns the same file.
 * @throws {ApiError} `bad_picture` or `too_large`, with advice in the message.
 * @throws {NetworkError} when the server cannot be reached, or the upload makes no progress for a
 * minute.
 * @throws {UnexpectedAnswerError} when the response is invalid.
 * @throws {DOMException} named `AbortError` when `signal` is aborted.
 */
export const uploadPicture = (picture: Blob, options: UploadOptions): Promise<PictureFile> =>
  sendSignedIn(() => sendPicture(picture, options), options)

function sendPicture(
  picture: Blob,
  { name, signal, onProgress }: UploadOptions,
): Promise<PictureFile> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(aborted())
      return
    }
    // `fetch` does not report the progress of an upload, so use XMLHttpRequest.
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isSilent = false
    const moved = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isSilent = true
        request.abort()
      }, idleMs)
    }
    const settle = (outcome: () => void) => () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      outcome()
    }
    const failed = (sentence: string) => () => reject(new NetworkError(sentence))
    const silent = failed(t('Uploading the picture took more than a minute. Try again.'))

    request.open('POST', withBase(`/api/files?name=${encodeURIComponent(name)}`))
    request.setRequestHeader('content-type', picture.type || 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      moved()
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    })
    request.addEventListener(
      'load',
      settle(() => {
        try {
          resolve(readAnswer(request.status, request.responseText))
        } catch (error) {
          reject(error)
        }
      }),
    )
    request.addEventListener(
      'error',
      settle(
        failed(t('The picture could not be uploaded: the server cannot be reached. Try again.')),
      ),
    )
    request.addEventListener(
      'abort',
      settle(() => (isSilent ? silent() : reject(aborted()))),
    )
    signal?.addEventListener('abort', stop)
    moved()
    request.send(picture)
  })
}

const aborted = () => new DOMException('The upload was stopped.', 'AbortError')

function readAnswer(status: number, text: string): PictureFile {
  const body = parse(text)
  if (status >= 200 && status < 300) {
    const checked = pictureFileSchema.safeParse(body)
    if (checked.success) return checked.data
    throw new UnexpectedAnswerError(
      t('The server’s answer does not fit this page. Reload the page to get the latest version.'),
      { cause: checked.error },
    )
  }
  const checked = errorBodySchema.safeParse(body)
  if (checked.success) throw new ApiError(checked.data, status)
  // A proxy in front of the server may refuse a large body and respond with HTML.
  throw status === 413
    ? new ApiError({ code: 'too_large', message: t('The picture is too large to upload.') }, status)
    : new ApiError(
        {
          code: 'internal',
          message: t('The server answered with an error ({status}).', { status }),
        },
        status,
      )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy may have sent a response that is not JSON, whose status alone is useful.
    return undefined
  }
}
