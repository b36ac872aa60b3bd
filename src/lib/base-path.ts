/**
 * Name of the `<meta>` element that holds the base path. The server adds the element if
 * `BOZZETTO_BASE` is set.
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
 * First segments of the server's own paths. A base path must not begin with one of them, because
 * the two would be ambiguous.
 */
export const ownFirstSegments: readonly string[] =
  'api llm model mcp scim docs preview assets samples icons readme share-target v1 healthz readyz metrics .well-known share invitation reset welcome asset chat compare library phone settings view'.split(
    ' ',
  )

const isUnder = (path: string, base: string): boolean =>
  path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`)

/**
 * Adds the base path to a path on this server. Returns other addresses, and paths that already have
 * the base path, unchanged.
 */
export function withBase<Path extends string | undefined>(path: Path, base = basePath) {
  if (path === undefined || base === '' || !/^\/(?!\/)/.test(path)) return path
  return isUnder(path, base) ? path : `${base}${path}`
}

/** Removes the base path from a path. Returns a path without the base path unchanged. */
export function withoutBase(path: string, base = basePath): string {
  if (base === '' || !isUnder(path, base)) return path
  const rest = path.slice(base.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
