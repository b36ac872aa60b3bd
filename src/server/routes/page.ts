import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Access } from '../access/access.ts'
import { sessionOf } from '../access/guards.ts'
import { placePreloads } from './place-preloads.ts'
import { policyOpenedTo, type OpenedTo } from './security-headers.ts'
import { refusePrograms } from './unknown-paths.ts'
import { renewSession, tellOfPeople } from './sign-in-here.ts'

/** Tells the page, before it asks for anything, that nobody is signed in, and what would let in. */
const signedOutMark = (access: Access, isProxied: boolean) =>
  `<meta name="bozzetto-access" content="${isProxied ? 'proxy' : access.signInWith()}" />`

/** The worker that unpacks KTX2 textures: its WebAssembly makes its functions out of text. */
const transcoderPattern = /[/\\]ktx2-worker-[\w-]+\.js(?:\.\w+)?$/
/** It has no page, and reaches nothing. */
const transcoderPolicy = "default-src 'none'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'"

const sharedModelPattern = /^\/share\/[\w-]{32}\/?$/
/** The script of the element that shows a shared model in other pages. */
const elementPath = '/embed.js'
const viewerPattern = /^\/view\/?$/

/**
 * The page itself, from the folder that the build made. Hashed files are kept by browsers for a year;
 * every address that is no file gets `index.html`, since the page does its own routing.
 *
 * @param root absolute path of the built page.
 * @param access tells who has to sign in first. What a shared link or an invitation shows is for everybody.
 * @param openedTo whose pages may frame a shared model, and from where the viewer may load files.
 */
export function pageRoutes(root: string, access: Access, openedTo: OpenedTo = {}) {
  const { framedBy = [], loadsFrom = [], filesFrom } = openedTo
  const preloadsOf = placePreloads(root)
  return (
    new Hono()
      .use(refusePrograms)
      .use(async (c, next) => {
        if (framedBy.length > 0 && sharedModelPattern.test(c.req.path)) {
          c.header('Content-Security-Policy', policyOpenedTo({ framedBy, filesFrom }))
        }
        if (framedBy.length > 0 && c.req.path === elementPath) {
          c.header('Cross-Origin-Resource-Policy', 'cross-origin')
        }
        if (loadsFrom.length > 0 && viewerPattern.test(c.req.path)) {
          c.header('Content-Security-Policy', policyOpenedTo({ loadsFrom, filesFrom }))
        }
        await next()
      })
      .use(
        '/assets/*',
        serveStatic({
          root,
          precompressed: true,
          onFound: (file, c) => {
            c.header('Cache-Control', 'public, max-age=31536000, immutable')
            if (transcoderPattern.test(file)) c.header('Content-Security-Policy', transcoderPolicy)
          },
        }),
      )
      // A file of an older build: HTML in its place would only hide that.
      .get('/assets/*', (c) =>
        c.text('This file belongs to another version. Reload the page.', 404),
      )
      .get('/index.html', (c) => c.redirect('/'))
      .get('*', async (c, next) => {
        const isPage = !path.extname(c.req.path) && !/^\/(?:share|invitation)\//.test(c.req.path)
        if (!isPage) return next()
        if ((await sessionOf(c, access)) !== undefined) {
          // Browsers keep a cookie for a year at most; a bookmark shall last longer.
          if (access.signInWith() === 'link') renewSession(c, access)
          tellOfPeople(c, access)
          const preloads = await preloadsOf(c.req.path)
          if (preloads) c.header('Link', preloads)
          return next()
        }
        const html = await readFile(path.join(root, 'index.html'), 'utf8')
        c.header('Cache-Control', 'no-store')
        const isProxied = access.proxySignIn.subjectOf(c) !== undefined
        return c.html(html.replace('<head>', `<head>\n    ${signedOutMark(access, isProxied)}`))
      })
      .use(serveStatic({ root, precompressed: true, onFound: revalidate }))
      .get('*', serveStatic({ root, path: 'index.html', precompressed: true, onFound: revalidate }))
  )
}

function revalidate(_path: string, c: { header: (name: string, value: string) => void }): void {
  c.header('Cache-Control', 'no-cache')
}
