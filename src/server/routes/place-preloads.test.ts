import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placePreloads } from './place-preloads.ts'

const manifest = {
  '_base.js': {
    file: 'assets/base.js',
    name: 'base',
    dynamicImports: ['_chat.js', '_studio.js'],
  },
  '_chat-2.js': { file: 'assets/chat-2.js', name: 'chat', imports: ['_base.js'] },
  '_chat.js': { file: 'assets/chat.js', name: 'chat', imports: ['_base.js', '_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', name: 'chat-studio', imports: ['_base.js'] },
  '_studio.js': { file: 'assets/studio.js', name: 'studio', imports: ['_shared.js'] },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-preloads-'))
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
})
afterAll(() => rm(folder, { recursive: true }))

it('placePreloads lists the first request and the scripts that only this page needs', async () => {
  const preloads = placePreloads(folder)
  const script = 'rel=modulepreload; fetchpriority=low'
  const models = '</api/models>; rel=preload; as=fetch; crossorigin, '
  const list = (name: string) =>
    `${models}</assets/${name}.js>; ${script}, </assets/shared.js>; ${script}`
  const chat = list('chat')
  expect(await preloads('/chat')).toBe(chat)
  expect(await preloads('/chat/abc')).toBe(chat)
  const studio = list('studio')
  expect(await preloads('/')).toBe(studio)
  expect(await preloads('/asset/abc')).toBe(studio)
})

it('placePreloads lists nothing for unknown paths or without a build', async () => {
  expect(await placePreloads(folder)('/settings')).toBeUndefined()
  expect(await placePreloads(folder)('/constructor')).toBeUndefined()
  expect(await placePreloads(path.join(folder, 'nowhere'))('/chat')).toBeUndefined()
})
