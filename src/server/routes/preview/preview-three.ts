import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { HttpError } from '../../errors/http-error.ts'
import { allowFrames } from './allow-frames.ts'

export const threePath = '/preview/three/'

const servedFile = /^(?:build\/three\.(?:module|core)\.js|examples\/jsm\/(?:[\w-]+\/)*[\w.-]+\.js)$/

/**
 * Creates the routes of three.js's modules, because preview frames cannot load them from other
 * servers.
 */
export const previewThreeRoutes = () =>
  new Hono().use(compress()).get(`${threePath}*`, async (c) => {
    const file = c.req.path.slice(threePath.length)
    const text = servedFile.test(file) ? await readThree(file) : undefined
    if (text === undefined) throw new HttpError('not_found', 'Nothing was found at this address.')
    allowFrames(c)
    return c.body(text)
  })

/** Resolves the package on the first request, so that the server starts faster. */
async function readThree(file: string): Promise<string | undefined> {
  const main = createRequire(import.meta.url).resolve('three')
  return readFile(path.join(path.dirname(main), '..', file), 'utf8').catch(() => undefined)
}
