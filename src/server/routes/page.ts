import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context } from 'hono'

/** Tells the page, before it asks for anything, that nobody is signed in. */
const signedOutMark = '<meta name="bozzetto-access" content="signed-out" />'

/**
 * The page itself, from the folder that the build made. Hashed files are kept by browsers for a year;
 * every address that is no file gets `index.html`, since the page does its own routing.
 *
 * @param root absolute path of the built page.
 * @param isSignedOut whether whoever asks has to sign in first. What a shared link shows needs none.
 */
export const pageRoutes = (root: string, isSignedOut: (c: Context) => Promise<boolean>) =>
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
    .get('/index.html', (c) => c.redirect('/'))
    .get('*', async (c, next) => {
      const isPage = !path.extname(c.req.path) && !c.req.path.startsWith('/share/')
      if (!isPage || !(await isSignedOut(c))) return next()
      const html = await readFile(path.join(root, 'index.html'), 'utf8')
      c.header('Cache-Control', 'no-store')
      return c.html(html.replace('<head>', `<head>\n    ${signedOutMark}`))
    })
    .use(serveStatic({ root, precompressed: true, onFound: revalidate }))
    .get('*', serveStatic({ root, path: 'index.html', precompressed: true, onFound: revalidate }))

function revalidate(_path: string, c: { header: (name: string, value: string) => void }): void {
  c.header('Cache-Control', 'no-cache')
}
