import { Hono } from 'hono'
import {
  modelFileBytesMax,
  type ModelDescriptionFile,
  type ModelFileList,
} from '#contract/model-settings.ts'
import { readBody } from '../../../http/body/read-body.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { ModelFiles } from '../../../models/model-files.ts'
import type { RouteRules } from '../route-rules.ts'

export const modelFileRules: RouteRules = { permit: [['/*', 'models']] }

export const modelFileRoutes = ({ modelFiles }: { modelFiles: ModelFiles }) =>
  new Hono()
    .get('/', async (c) => c.json({ files: await modelFiles.list() } satisfies ModelFileList))
    .post('/', async (c) => {
      const text = new TextDecoder().decode(await readBody(c, modelFileBytesMax))
      return c.json((await modelFiles.add(text)) satisfies ModelDescriptionFile, 201)
    })
    .delete('/:name', async (c) => {
      if (!(await modelFiles.remove(c.req.param('name')))) {
        throw new HttpError('not_found', 'There is no such file.')
      }
      return c.body(null, 204)
    })
