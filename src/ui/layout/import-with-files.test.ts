// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'

const base = 'https://studio.example/assets/base.js'
const listLinks = () =>
  [...document.head.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${href}`)
const load = () => Promise.resolve('module')

/** Returns the function in a new module, whose page has requested nothing. */
async function createImport() {
  vi.resetModules()
  return (await import('./import-with-files.ts')).importWithFiles
}

beforeEach(() => {
  document.head.innerHTML = ''
})

it('importWithFiles requests each script once, and none that the page contains', async () => {
  document.head.innerHTML = `<script type="module" src="${base}"></script>`
  const importWithFiles = await createImport()
  expect(await importWithFiles(load, ['./base.js', './icon.js'], base)).toBe('module')
  await importWithFiles(load, ['./icon.js', './list.js'], base)
  await importWithFiles(load, undefined, base)
  expect(listLinks()).toEqual([
    'modulepreload https://studio.example/assets/icon.js',
    'modulepreload https://studio.example/assets/list.js',
  ])
})

it('importWithFiles imports the module after its style has been loaded', async () => {
  const importWithFiles = await createImport()
  const importer = vi.fn<() => Promise<string>>(load)
  const first = importWithFiles(importer, ['./list.css'], base)
  const second = importWithFiles(importer, ['./list.css'], base)
  await Promise.resolve()
  expect(importer).not.toHaveBeenCalled()
  document.querySelector('link')?.dispatchEvent(new Event('load'))
  expect(await Promise.all([first, second])).toEqual(['module', 'module'])
  expect(listLinks()).toEqual(['stylesheet https://studio.example/assets/list.css'])
})

it('importWithFiles fails like an import without its style, and then tries again', async () => {
  const importWithFiles = await createImport()
  const failed = importWithFiles(load, ['./list.css'], base)
  document.querySelector('link')?.dispatchEvent(new Event('error'))
  await expect(failed).rejects.toThrow(/^Failed to fetch a dynamically imported style: /)
  const again = importWithFiles(load, ['./list.css'], base)
  document.querySelector('link')?.dispatchEvent(new Event('load'))
  expect(await again).toBe('module')
})
