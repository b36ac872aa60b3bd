import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { baseMetaName } from '#lib/base-path.ts'
import { firstViews, getFirstViewFile, type FirstView } from '#lib/first-view.ts'
import type { Access } from '../access/access.ts'
import { findSession } from '../access/guards.ts'
import { keepResponses } from './keep-responses.ts'
import { placePreloads } from './place-preloads.ts'
import { policyOpenedTo, type OpenedTo } from './security-headers.ts'
import { refusePrograms } from './unknown-paths.ts'
import { renewSession, setPeopleCookie } from './sign-in-browser.ts'

/**
 * Creates a tag from which the page reads, before any request, that nobody is signed in and how to
 * sign in.
 */
const signedOutMark = (access: Access, isProxied: boolean) =>
  `<meta name="bozzetto-access" content="${isProxied ? 'proxy' : access.signInWith()}" />`

/**
 * Paths of worker scripts that decode KTX2 textures, read CAD files and make UVs. Their WebAssembly
 * code creates functions from text, so they need `unsafe-eval`.
 */
const transcoderPattern = /[/\\](?:ktx2|cad|unwrap)-worker-[\w-]+\.js(?:\.\w+)?$/
/**
 * Policy of the decoder workers. `unsafe-eval` is acceptable, because the workers have no page and
 * make no requests.
 */
const transcoderPolicy = "default-src 'none'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'"

/**
 * Seconds for which browsers may show an older icon. A page loads its icon several times, in the
 * navigation and for the tab.
 */
const iconSecondsMax = 86_400

/** Memory in bytes for scripts and styles. The scripts of all main pages need about 1 MiB. */
const keptBytesMax = 8 * 1024 * 1024

const sharedModelPattern = /^\/share\/[\w-]{32}\/?$/
const elementPath = '/embed.js'
const viewerPattern = /^\/view\/?$/

type PageOptions = {
  /**
   * Origins that may frame a shared model, and origins from which the viewer may load files.
   */
  openedTo?: OpenedTo
  /**
   * Finds the view with which a person's page starts.
   * @param address path and query of the page, without the base path.
   */
  findView?: (address: string, userId: string) => Promise<FirstView | undefined>
}

/**
 * Serves the built page. Browsers cache hashed files for a year. Every path that is not a file
 * returns `index.html`, because the page routes on the client.
 * @param root absolute path of the built page.
 * @param access decides who has to sign in.
 */
export function pageRoutes(
  root: string,
  access: Access,
  { openedTo = {}, findView = () => Promise.resolve(undefined) }: PageOptions = {},
) {
  const { basePath } = access
  const findPreloads = placePreloads(root, basePath)
  const readPage = (file?: string) => readPageAt(root, basePath, file)
  const servePage = (file: string) =>
    serveStatic({ root, path: file, precompressed: true, onFound: revalidate })
  const pagesByView = new Map(firstViews.map((view) => [view, servePage(getFirstViewFile(view))]))
  /**
   * Serves the page if there is a base path. Without a base path, later middleware serves the
   * compressed file.
   */
  const servePageAtBase = createMiddleware(async (c, next) => {
    if (basePath === '') return next()
    revalidate('', c)
    return c.html(await readPage())
  })
  return (
    new Hono()
      .use(refusePrograms)
      .use(async (c, next) => {
        // The origins are read on each request, because an admin can change them.
        const { framedBy = [], loadsFrom = [], filesFrom } = openedTo
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
        keepResponses({ bytesMax: keptBytesMax }),
        serveStatic({
          root,
          precompressed: true,
          onFound: (file, c) => {
            c.header('Cache-Control', 'public, max-age=31536000, immutable')
            if (transcoderPattern.test(file)) c.header('Content-Security-Policy', transcoderPolicy)
          },
        }),
      )
      // A missing file belongs to an older build. A response with HTML would hide this cause.
      .get('/assets/*', (c) =>
        c.text('This file belongs to another version. Reload the page.', 404),
      )
      .get('/index.html', (c) => c.redirect(`${basePath}/`))
      .get('*', async (c, next) => {
        const isPage =
          !path.extname(c.req.path) && !/^\/(?:share|invitation|reset)\//.test(c.req.path)
        if (!isPage) return next()
        const session = await findSession(c, access)
        if (session !== undefined) {
          // Each visit renews the session, because browsers limit cookies to about a year.
          if (access.signInWith() === 'link') renewSession(c, access)
          setPeopleCookie(c, access)
          const preloads = await findPreloads(c.req.path)
          if (preloads) c.header('Link', preloads)
          const { search } = new URL(c.req.url)
          const view = await findView(`${c.req.path}${search}`, session.userId)
          if (view === undefined) return next()
          if (basePath === '') return pagesByView.get(view)?.(c, next)
          revalidate('', c)
          return c.html(await readPage(getFirstViewFile(view)))
        }
        const html = await readPage()
        c.header('Cache-Control', 'no-store')
        const isProxied = access.proxySignIn.subjectOf(c) !== undefined
        return c.html(html.replace('<head>', `<head>\n    ${signedOutMark(access, isProxied)}`))
      })
      .get('*', (c, next) => (path.extname(c.req.path) ? next() : servePageAtBase(c, next)))
      .use('/icon.svg', etag())
      .use('/samples/*', etag())
      .use('/icon.svg', async (c, next) => {
        await next()
        c.header('Cache-Control', `public, max-age=${iconSecondsMax}`)
      })
      .use(serveStatic({ root, precompressed: true, onFound: revalidate }))
      .get('*', servePageAtBase)
      .get('*', servePage('index.html'))
  )
}

async function readPageAt(root: string, basePath: string, file = 'index.html'): Promise<string> {
  const html = await readFile(path.join(root, file), 'utf8')
  if (basePath === '') return html
  return html
    .replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${basePath}/`)
    .replace('<head>', `<head>\n    <meta name="${baseMetaName}" content="${basePath}" />`)
}

function revalidate(_path: string, c: { header: (name: string, value: string) => void }): void {
  c.header('Cache-Control', 'no-cache')
}
