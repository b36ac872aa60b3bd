import { z } from 'zod'
import { endingOfModel } from '#lib/model-kinds.ts'
import { HttpError } from '../../errors/http-error.ts'
import { checkedSend } from '../../outgoing/checked-request.ts'
import { getUploadExtension } from '../service/picture-data.ts'
import type { ServiceHttp } from '../service/service-http.ts'

/**
 * Timeout of an upload. The upload and the request that creates the task must end before the caller
 * of `submit` times out after 60 s.
 */
const uploadTimeoutMs = 25_000
/**
 * Maximum size of a file that is sent to Tripo's API. Larger files are uploaded to Tripo's storage
 * with a presigned URL.
 */
const directBytesMax = 50 * 1024 * 1024
/** Maximum size of a model file. For pictures, the form's fields set a limit of 20 MB. */
const fileBytesMax = 150 * 1024 * 1024

const uploadedSchema = z.looseObject({ data: z.looseObject({ file_token: z.string().min(1) }) })
const presignedSchema = z.looseObject({
  data: z
    .looseObject({
      file_token: z.string().min(1),
      presigned_url: z.string().optional(),
      upload_url: z.string().optional(),
    })
    .transform(({ file_token, presigned_url, upload_url }) => ({
      token: file_token,
      address: presigned_url ?? upload_url ?? '',
    })),
})

type UploadedFile = { bytes: Uint8Array; mimeType: string }
type UploadOptions = { signal: AbortSignal; allowedHosts: readonly string[] }

/**
 * Uploads a picture or model.
 * @returns the token that represents the file in later requests.
 * @throws {HttpError} if the upload fails. No task was created.
 */
export async function uploadFile(
  http: ServiceHttp,
  file: UploadedFile,
  options: UploadOptions,
): Promise<string> {
  if (file.bytes.byteLength > fileBytesMax) {
    throw new HttpError('too_large', `${http.service.title} takes files of at most 150 MB.`)
  }
  return file.bytes.byteLength > directBytesMax
    ? uploadPresigned(http, file, options)
    : uploadDirect(http, file, options.signal)
}

const getEnding = ({ mimeType }: UploadedFile): string =>
  mimeType.startsWith('image/') ? getUploadExtension(mimeType) : endingOfModel(mimeType)

async function uploadDirect(http: ServiceHttp, file: UploadedFile, signal: AbortSignal) {
  const body = new FormData()
  const { bytes, mimeType: type } = file
  body.set('file', new File([Buffer.from(bytes)], `file.${getEnding(file)}`, { type }))
  const answer = await http.json('/files', {
    method: 'POST',
    body,
    signal,
    timeoutMs: uploadTimeoutMs,
  })
  const token = uploadedSchema.safeParse(answer).data?.data.file_token
  if (token !== undefined) return token
  throw notTaken(http)
}

async function uploadPresigned(
  http: ServiceHttp,
  file: UploadedFile,
  { signal, allowedHosts }: UploadOptions,
): Promise<string> {
  const answer = await http.json('/files/presign', {
    method: 'POST',
    body: JSON.stringify({ format: getEnding(file) }),
    signal,
  })
  const target = presignedSchema.safeParse(answer).data?.data
  if (!target) throw notTaken(http)
  try {
    // The request to this other host must not contain the key, and must not reach the server's own
    // network.
    const response = await checkedSend(target.address, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file.bytes,
      allowedHosts,
      signal: AbortSignal.any([signal, AbortSignal.timeout(uploadTimeoutMs)]),
    })
    response.destroy()
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300) return target.token
  } catch (error) {
    signal.throwIfAborted()
    throw notTaken(http, error)
  }
  throw notTaken(http)
}

const notTaken = ({ service }: ServiceHttp, cause?: unknown): HttpError =>
  new HttpError(
    'provider_failed',
    `${service.title} did not take the file. Nothing was ordered; try again.`,
    { cause },
  )
