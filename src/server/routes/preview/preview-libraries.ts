import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { allowFrames } from './allow-frames.ts'

export const libraryPath = '/preview/lib/'

/** Start of Tailwind's script, which keeps options that a page has set before the script. */
const tailwindStart = 'globalThis.tailwind ??= {};\n'

/**
 * Creates the routes of React and Tailwind for previewed pages, because preview frames cannot load
 * them from other servers.
 */
export const previewLibraryRoutes = () =>
  new Hono()
    .use(compress())
    .get(`${libraryPath}react.js`, async (c) => {
      const { react } = await import('virtual:preview-scripts')
      allowFrames(c)
      return c.body(react)
    })
    .get(`${libraryPath}tailwind.js`, async (c) => {
      const { tailwind } = await import('virtual:preview-scripts')
      allowFrames(c)
      return c.body(tailwindStart + tailwind)
    })
