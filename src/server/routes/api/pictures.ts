import { Hono } from 'hono'
import { z } from 'zod'
import { remotePictureSchema, type PictureList } from '#contract/files.ts'
import type { CutoutService } from '../../cutout/cutout-service.ts'
import { fetchPicture, type FetchPicture } from '../../files/pictures/fetch-picture.ts'
import type { FileService } from '../../files/file-service.ts'
import { parseOr400, readJsonBody } from '../../http/validate.ts'
import { nameInPath } from '../../outgoing/name-in-path.ts'

type PictureRoutesOptions = {
  files: Pick<FileService, 'upload' | 'recent'>
  cutouts: CutoutService
  fetchFromWeb?: FetchPicture
}

const listQuerySchema = z.object({
  /** Enough for all photos of a scan. */
  limit: z.coerce.number().int().min(1).max(200).default(24),
  /** Beginning of the names, such as that of all photos that a phone takes in one session. */
  name: z.string().max(100).optional(),
})
const bodyBytesMax = 8 * 1024

export const pictureRoutes = ({
  files,
  cutouts,
  fetchFromWeb = fetchPicture,
}: PictureRoutesOptions) =>
  new Hono()
    .get('/', async (c) => {
      const { limit, name } = parseOr400(listQuerySchema, c.req.query())
      const pictures = await files.recent(limit, name)
      return c.json({ pictures } satisfies PictureList)
    })
    .post('/', async (c) => {
      const { url } = await readJsonBody(c, remotePictureSchema, bodyBytesMax)
      const { bytes, name } = await fetchFromWeb(url.trim(), { signal: c.req.raw.signal })
      return c.json(await files.upload(bytes, nameInPath(name)), 201)
    })
    .get('/:id/cutout', async (c) => c.json(await cutouts.describe(c.req.param('id'))))
    .get('/:id/mask', async (c) => {
      const png = await cutouts.maskOf(c.req.param('id'))
      // The mask may be cached forever, because the bytes of a picture never change.
      return c.body(new Uint8Array(png), 200, {
        'Content-Type': 'image/png',
        'Cache-Control': 'private, max-age=86400',
      })
    })
