import { Hono } from 'hono'
import {
  changeNetworkSchema,
  networkFolderSchema,
  networkPieceBytesMax,
  type Network,
  type NetworkList,
  type NetworkPiece,
} from '#contract/networks.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { readBody } from '../../../http/body/read-body.ts'
import { readJsonBody } from '../../../http/validate.ts'
import type { OnnxModelService } from '../../../onnx-models/onnx-model-service.ts'
import type { RouteRules } from '../route-rules.ts'

const bodyBytesMax = 16 * 1024

export const onnxModelRules: RouteRules = { permit: [['/*', 'connections', 'manage']] }

export const onnxModelRoutes = ({ networks }: { networks: OnnxModelService }) =>
  new Hono()
    .get('/', async (c) => c.json((await networks.list()) satisfies NetworkList))
    .put('/folder', async (c) => {
      const { folder } = await readJsonBody(c, networkFolderSchema, bodyBytesMax)
      return c.json((await networks.setFolder(folder)) satisfies NetworkList)
    })
    .post('/:id/download', async (c) =>
      c.json((await networks.download(c.req.param('id'))) satisfies Network, 202),
    )
    .post('/:id/pause', async (c) =>
      c.json((await networks.pause(c.req.param('id'))) satisfies Network),
    )
    .patch('/:id', async (c) => {
      const { isUsed } = await readJsonBody(c, changeNetworkSchema, bodyBytesMax)
      return c.json((await networks.use(c.req.param('id'), isUsed)) satisfies Network)
    })
    .put('/:id/files/:name', async (c) => {
      const [at, total] = [getNumber(c.req.query('at')), getNumber(c.req.query('total'))]
      if (at === undefined || total === undefined) {
        throw new HttpError('bad_request', 'A piece needs at and total, in bytes.')
      }
      const bytes = await readBody(c, networkPieceBytesMax)
      const { id, name } = c.req.param()
      const kept = await networks.takePiece({ id, file: name, at, total, bytes })
      return c.json(kept satisfies NetworkPiece)
    })
    .delete('/:id', async (c) =>
      c.json((await networks.remove(c.req.param('id'))) satisfies Network),
    )

const getNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined
