import { toError } from '#lib/to-error.ts'
import { HttpError } from '../../errors/http-error.ts'
import { createYield } from '../../process/yield-loop.ts'

const pieceBytes = 64 * 1024
/**
 * Maximum number of parts of a form. A form with a picture has one or two parts, but a hostile form
 * may have a million.
 */
const partsMax = 32
const limits = {
  parts: partsMax,
  files: partsMax,
  fields: partsMax,
  fieldSize: 64 * 1024,
  headerPairs: 32,
  headerSize: 16 * 1024,
}

export type FormFile = { bytes: Uint8Array; name: string }

/**
 * Returns a file of a `multipart/form-data` body, without blocking the event loop.
 * @param contentType content type of the request, which contains the boundary.
 * @param partName name of the part. The first part with this name is used.
 * @returns nothing when no part with this name is a file.
 * @throws {HttpError} `bad_request` for a truncated form, or too many parts.
 */
export async function readFormFile(
  body: Uint8Array,
  contentType: string,
  partName: string,
): Promise<FormFile | undefined> {
  try {
    return await takeApart(body, contentType, partName)
  } catch (cause) {
    if (cause instanceof HttpError) throw cause
    throw new HttpError('bad_request', 'The form cannot be read.', { cause })
  }
}

async function takeApart(
  body: Uint8Array,
  contentType: string,
  partName: string,
): Promise<FormFile | undefined> {
  const { default: Busboy } = await import('@fastify/busboy')
  const form = Busboy({ headers: { 'content-type': contentType }, limits })
  const state: { found?: { name: string; chunks: Buffer[] }; fault?: Error; isOver: boolean } = {
    isOver: false,
  }
  const over = new Promise<void>((resolve) => {
    const end = () => {
      state.isOver = true
      resolve()
    }
    const fail = (error: unknown) => {
      state.fault ??= toError(error)
      end()
    }
    form.on('file', (field, stream, name) => {
      // Without a listener, the error of a truncated part would end the process.
      stream.on('error', fail)
      if (field !== partName || state.found) return void stream.resume()
      const chunks: Buffer[] = []
      state.found = { name, chunks }
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      form.on(limit, () =>
        fail(new HttpError('bad_request', `The form has more than ${partsMax} parts.`)),
      )
    }
    form.on('error', fail)
    form.on('finish', end)
  })

  const yieldLoop = createYield()
  for (let at = 0; at < body.length && !state.isOver; at += pieceBytes) {
    const piece = body.subarray(at, at + pieceBytes)
    const written = new Promise<void>((resolve) => {
      form.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength), () => resolve())
    })
    await Promise.race([written, over])
    await yieldLoop()
  }
  if (!state.isOver) form.end()
  await over
  if (state.fault) throw state.fault
  return state.found && { name: state.found.name, bytes: Buffer.concat(state.found.chunks) }
}
