/** Requested files by URL. The promise of a style ends with its download. */
const requested = new Map<string, Promise<void> | undefined>()

/**
 * Imports a module and requests all its files at once. Replaces the function of Vite, which resolves
 * every address twice and reads all links of the page for each import.
 * @param load imports the module.
 * @param files addresses of the scripts and styles that the module needs.
 * @param base URL that the addresses are relative to.
 * @throws {TypeError} like a failed import if a style cannot be loaded.
 */
export async function importWithFiles<Module>(
  load: () => Promise<Module>,
  files: readonly string[] | undefined,
  base: string,
): Promise<Module> {
  if (files) await requestFiles(files.map((file) => new URL(file, base).href))
  return load()
}

async function requestFiles(urls: readonly string[]): Promise<void> {
  if (requested.size === 0) {
    for (const { href } of document.querySelectorAll('link')) requested.set(href, undefined)
    for (const { src } of document.scripts) requested.set(src, undefined)
  }
  const links: HTMLLinkElement[] = []
  for (const url of urls) {
    if (requested.has(url)) continue
    const link = document.createElement('link')
    link.crossOrigin = ''
    link.href = url
    link.rel = url.endsWith('.css') ? 'stylesheet' : 'modulepreload'
    requested.set(url, link.rel === 'stylesheet' ? followStyle(link) : undefined)
    links.push(link)
  }
  document.head.append(...links)
  await Promise.all(urls.flatMap((url) => requested.get(url) ?? []))
}

async function followStyle(link: HTMLLinkElement): Promise<void> {
  const error = await new Promise((resolve) => {
    link.addEventListener('load', () => resolve(undefined))
    link.addEventListener('error', resolve)
  })
  if (error === undefined) return
  link.remove()
  requested.delete(link.href)
  throw new TypeError(`Failed to fetch a dynamically imported style: ${link.href}`)
}
