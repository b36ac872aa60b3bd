import { toWebStream } from '../../http/to-web-stream.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Hono } from 'hono'
import { sceneCodesBytes, type KeptSceneCodes, type ShapeFiles } from '#contract/networks.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readBody } from '../../http/body/read-body.ts'
import type { OnnxModelService } from '../../onnx-models/onnx-model-service.ts'

/**
 * Creates the routes of `/api/shapes`. The browser runs the larger part of an image-to-3D network
 * and sends the result to these routes.
 */
export const shapeRoutes = ({
  networks,
}: {
  networks: Pick<OnnxModelService, 'shapes' | 'codes'>
}) => {
  const find = (id: string) => {
    const shape = networks.shapes().find((one) => one.id === id)
    if (!shape) throw new HttpError('not_found', 'This network is not on this server.')
    return shape
  }
  const encoderFiles = (id: string) => {
    const [encoder, , ...besides] = find(id).paths
    return encoder === undefined ? [] : [encoder, ...besides]
  }
  return new Hono()
    .get('/:id', async (c) => {
      const paths = encoderFiles(c.req.param('id'))
      const files = await Promise.all(
        paths.map(async (file) => ({ name: path.basename(file), bytes: (await stat(file)).size })),
      )
      return c.json({ files } satisfies ShapeFiles)
    })
    .get('/:id/files/:name', async (c) => {
      const { id, name } = c.req.param()
      const file = encoderFiles(id).find((one) => path.basename(one) === name)
      if (file === undefined) throw new HttpError('not_found', 'This network has no such file.')
      const { size } = await stat(file)
      return c.body(toWebStream(createReadStream(file)), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': String(size),
        // The page itself stores these files of hundreds of megabytes, under a key that contains
        // the version.
        'Cache-Control': 'no-store',
      })
    })
    .post('/:id/codes', async (c) => {
      const { id } = find(c.req.param('id'))
      const bytes = await readBody(c, sceneCodesBytes)
      return c.json({ id: networks.codes.keep(id, bytes) } satisfies KeptSceneCodes, 201)
    })
}
