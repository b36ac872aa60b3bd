import { toWebStream } from '../../http/to-web-stream.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { pythonFileNameSchema, pythonPackageBytesMax, type PythonState } from '#contract/python.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readBody } from '../../http/body/read-body.ts'
import type { PythonFiles } from '../../python/python-files.ts'
import type { RouteRules } from './route-rules.ts'

export const pythonRules: RouteRules = { permit: [['/packages/*', 'settings', 'manage']] }

/** Creates the routes of the files with which browsers run Python. */
export const pythonRoutes = ({ python }: { python: PythonFiles }) =>
  new Hono()
    .get('/', async (c) => c.json((await python.list()) satisfies PythonState))
    .get('/files/:name', compress(), async (c) => {
      const file = python.find(parseName(c.req.param('name')))
      const { size } = await stat(file)
      // The content of an address never changes, because the page adds the version to the address.
      c.header('Cache-Control', 'private, max-age=31536000, immutable')
      c.header('Content-Length', String(size))
      c.header('Content-Type', getType(file))
      return c.body(toWebStream(createReadStream(file)))
    })
    .put('/packages/:name', async (c) => {
      const bytes = await readBody(c, pythonPackageBytesMax)
      const state = await python.take(parseName(c.req.param('name')), bytes)
      return c.json(state satisfies PythonState)
    })
    .delete('/packages/:name', async (c) =>
      c.json((await python.remove(parseName(c.req.param('name')))) satisfies PythonState),
    )

/** Returns a file's MIME type. Only responses with a suitable type are compressed. */
const getType = (file: string): string => {
  if (file.endsWith('.wasm')) return 'application/wasm'
  return /\.(?:mjs|json)$/.test(file) ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}

function parseName(text: string): string {
  const { data } = pythonFileNameSchema.safeParse(text)
  if (data === undefined) throw new HttpError('bad_request', 'This is no name of a file of Python.')
  return data
}
