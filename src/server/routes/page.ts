import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/**
 * The page itself, from the folder that the build made. Hashed files are kept by browsers for a year;
 * every address that is no file gets `index.html`, since the page does its own routing.
 *
 * @param root absolute path of the built page.
 */
export const pageRoutes = (root: string) =>
  new Hono()
    .use(
      '/assets/*',
      serveStatic({
        root,
        precompressed: true,
        onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
      }),
    )
    // A file of an older build: HTML in its place would only hide that.
    .get('/assets/*', (c) => c.text('This file is of another version. Reload the page.', 404))
    .use(serveStatic({ root, precompressed: true, onFound: revalidate }))
    .get('*', serveStatic({ root, path: 'index.html', precompressed: true, onFound: revalidate }))

function revalidate(_path: string, c: { header: (name: string, value: string) => void }): void {
  c.header('Cache-Control', 'no-cache')
}
