import { Hono } from 'hono'
import { z } from 'zod'
import { slicerFileBytesMax, type SlicerFile } from '#contract/sharing/slicer-files.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import { readBody } from '../../http/body/read-body.ts'
import { parseOr400 } from '../../http/validate.ts'
import type { SlicerFiles } from '../../library/slicer-files.ts'
import { sendBlob } from '../send-blob.ts'
import { unlisted } from './shares.ts'

type SlicerServices = { slicerFiles: SlicerFiles; blobs: BlobStore }

/**
 * Name of a file without characters that need encoding, because slicers use the name as it is in
 * the address.
 */
const nameSchema = z.object({
  name: z.string().regex(/^[\w-][\w.-]{0,99}\.(3mf|stl)$/, 'The name must end in .3mf or .stl.'),
})

/** Creates the route of `/api/slicer-files` with which the page provides a file for a slicer. */
export const slicerFileRoutes = ({ slicerFiles }: Pick<SlicerServices, 'slicerFiles'>) =>
  new Hono().post('/', async (c) => {
    const bytes = await readBody(c, slicerFileBytesMax)
    const { name } = parseOr400(nameSchema, c.req.query())
    const { token, row } = await slicerFiles.create(name, bytes)
    return c.json(
      {
        path: `/api/slicer-files/${token}/${name}`,
        expiresAt: row.expiresAt.toISOString(),
      } satisfies SlicerFile,
      201,
    )
  })

/**
 * Creates the route of `/api/slicer-files` with which a slicer downloads a file once, without a
 * session. `HEAD` does not use up the download, because some slicers first ask for the size.
 */
export const openSlicerFileRoutes = ({ slicerFiles, blobs }: SlicerServices) =>
  new Hono().use(unlisted).get('/:token/:name', async (c) => {
    const { token, name } = c.req.param()
    const isHead = c.req.raw.method === 'HEAD'
    const known = await slicerFiles.find(token)
    const row = known?.name !== name || isHead ? known : await slicerFiles.take(token)
    if (row?.name !== name) {
      throw new HttpError(
        'not_found',
        'This address has expired or was already used. Open the model in the slicer again.',
      )
    }
    return sendBlob(c, blobs, {
      key: row.blobKey,
      mimeType: name.endsWith('.3mf') ? 'model/3mf' : 'model/stl',
      fileName: name,
      isDownload: true,
      cacheControl: 'no-store',
      isSentHere: true,
    })
  })
