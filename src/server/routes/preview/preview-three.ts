import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { HttpError } from '../../errors/http-error.ts'

/** Three's files for previews, named as in its package. */
export const threePath = '/preview/three/'

/** The library and its addons. */
const servedFile = /^(?:build\/three\.(?:module|core)\.js|examples\/jsm\/(?:[\w-]+\/)*[\w.-]+\.js)$/
const usedForSeconds = 24 * 3600

/** Three's modules, for pages in the frame of previews: they may load nothing from elsewhere. */
export const previewThreeRoutes = () =>
  new Hono().use(compress()).get(`${threePath}*`, async (c) => {
    const file = c.req.path.slice(threePath.length)
    const text = servedFile.test(file) ? await readThree(file) : undefined
    if (text === undefined) throw new HttpError('not_found', 'Nothing was found at this address.')
    // The frame's origin is nobody's, and modules are only run where that is allowed.
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Cache-Control', `public, max-age=${usedForSeconds}`)
    c.header('Content-Type', 'text/javascript; charset=utf-8')
    return c.body(text)
  })

/** Resolved when it is first asked for: no start waits for it. */
async function readThree(file: string): Promise<string | undefined> {
  const main = createRequire(import.meta.url).resolve('three')
  return readFile(path.join(path.dirname(main), '..', file), 'utf8').catch(() => undefined)
}
