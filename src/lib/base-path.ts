/**
 * Name of the `<meta>` element with the path under which a proxy serves this app. The server adds it
 * to the page if `BOZZETTO_BASE` is set.
 */
export const baseMetaName = 'bozzetto-base'

type Page = {
  querySelector: (selector: string) => { getAttribute: (name: string) => string | null } | null
}

/** Path under which a proxy serves the page, such as `/tools/bozzetto`. Empty on the server. */
export const basePath = readBasePath(Reflect.get(globalThis, 'document'))

function readBasePath(page: Page | undefined): string {
  return page?.querySelector(`meta[name="${baseMetaName}"]`)?.getAttribute('content') ?? ''
}

/**
 * First segments of the server's own paths. A base path must not begin with one of them, so that
 * a path shows whether it contains the base path.
 */
export const ownFirstSegments: readonly string[] =
  'api llm model mcp scim docs preview assets samples icons readme share-target v1 healthz readyz metrics .well-known share invitation welcome asset chat compare library phone settings view'.split(
    ' ',
  )

const isUnder = (path: string, base: string): boolean =>
  path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`)

/**
 * Adds the base path to a path on this server. Other addresses, such as `blob:` URLs, and paths
 * that begin with the base path are returned unchanged.
 */
export function withBase<Path extends string | undefined>(path: Path, base = basePath) {
  if (path === undefined || base === '' || !/^\/(?!\/)/.test(path)) return path
  return isUnder(path, base) ? path : `${base}${path}`
}

/** Removes the base path from a path. A path that does not begin with it is returned unchanged. */
export function withoutBase(path: string, base = basePath): string {
  if (base === '' || !isUnder(path, base)) return path
  const rest = path.slice(base.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
