import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { placeChunks } from './place-chunks.ts'

const sourceFolder = fileURLToPath(new URL('../..', import.meta.url))

type Module = { imports?: string[]; dynamicImports?: string[]; length?: number }

const toId = (file: string) => path.join(sourceFolder, file)

/** Returns the chunk of each module. Paths are relative to `src`. */
function findChunks(modules: Record<string, Module>) {
  const infos = new Map(
    Object.entries(modules).map(([file, { imports = [], dynamicImports = [], length = 1000 }]) => {
      const importers = Object.keys(modules).filter((one) => modules[one]?.imports?.includes(file))
      const info = {
        importedIds: imports.map(toId),
        dynamicallyImportedIds: dynamicImports.map(toId),
        importers: importers.map(toId),
        code: 'x'.repeat(length),
      }
      return [toId(file), info] as const
    }),
  )
  const context = { getModuleInfo: (id: string) => infos.get(id) ?? null }
  const groups = placeChunks()
  return Object.fromEntries(
    Object.keys(modules).map((file) => {
      const names = groups.map(({ name }) =>
        typeof name === 'function' ? name(toId(file), context as never) : name,
      )
      return [file, names.filter((name) => name !== null).join(' and ')]
    }),
  )
}

const chat = 'features/chat/chat.tsx'
const studio = 'features/studio/studio.tsx'
const library = 'features/library/library.tsx'

it('placeChunks puts each module into the chunk of the pages that need it', () => {
  const chunks = findChunks({
    'main.tsx': {
      imports: ['app.tsx', 'node_modules/react/index.js'],
      dynamicImports: [chat, studio, library, 'late.tsx'],
    },
    'app.tsx': {},
    'node_modules/react/index.js': {},
    [chat]: { imports: ['of-chat.ts', 'of-two.ts', 'of-all.ts', 'small-icon.ts', 'long.ts'] },
    [studio]: { imports: ['of-two.ts', 'of-all.ts', 'small-icon.ts'] },
    [library]: { imports: ['of-all.ts', 'also-late.ts'] },
    'late.tsx': { imports: ['also-late.ts', 'long.ts', 'only-late.ts'] },
    'of-chat.ts': {},
    'of-two.ts': {},
    'of-all.ts': {},
    'small-icon.ts': { length: 300 },
    'also-late.ts': {},
    'long.ts': { length: 9000 },
    'only-late.ts': {},
  })
  expect(chunks).toEqual({
    'main.tsx': 'base',
    'app.tsx': 'base',
    'node_modules/react/index.js': 'react',
    [chat]: 'chat',
    [studio]: 'studio',
    [library]: 'library',
    // The bundler chooses the chunk of a part that no page needs at first.
    'late.tsx': '',
    'of-chat.ts': 'chat',
    'of-two.ts': 'chat-studio',
    'of-all.ts': 'base',
    'small-icon.ts': 'base',
    'also-late.ts': 'library-shared',
    'long.ts': 'part',
    'only-late.ts': '',
  })
})

it('placeChunks keeps code without three.js out of the chunk of the 3D scene', () => {
  const scene = 'viewer/stage/scene-root.ts'
  const three = 'node_modules/three/build/three.core.js'
  const chunks = findChunks({
    'main.tsx': { dynamicImports: [scene, 'light.tsx'] },
    [scene]: { imports: [three, 'viewer/light.ts', 'viewer/heavy.ts'] },
    [three]: {},
    'viewer/light.ts': {},
    'viewer/heavy.ts': { imports: [three] },
    'light.tsx': { imports: ['viewer/light.ts'] },
  })
  expect(chunks).toMatchObject({
    [scene]: 'stage',
    [three]: 'stage',
    'viewer/heavy.ts': 'stage',
    'light.tsx': '',
  })
  expect(chunks['viewer/light.ts']).not.toBe('stage')
})

it('placeChunks puts code that pages load soon into few files, and no code of a page elsewhere', () => {
  const extras = 'features/chat/late-parts.ts'
  const menu = 'features/chat/menu.tsx'
  const chunks = findChunks({
    'main.tsx': { imports: ['app.tsx'], dynamicImports: [chat, studio, library] },
    'app.tsx': { dynamicImports: ['queries/keep-fresh.ts', 'features/settings/settings.tsx'] },
    [chat]: { imports: ['of-chat.ts'], dynamicImports: [extras, menu] },
    [studio]: {},
    [library]: {},
    'of-chat.ts': {},
    [extras]: {
      imports: ['features/chat/keys.ts', 'features/chat/own.ts', 'api/events.ts', 'ui/list.ts'],
    },
    [menu]: { imports: ['features/chat/keys.ts'] },
    'features/settings/settings.tsx': { imports: ['api/events.ts', 'ui/list.ts'] },
    'queries/keep-fresh.ts': { imports: ['api/events.ts'] },
    'features/chat/keys.ts': {},
    'features/chat/own.ts': {},
    // Packages may import each other.
    'api/events.ts': { imports: ['node_modules/one/index.js'] },
    'node_modules/one/index.js': { imports: ['node_modules/one/again.js'] },
    'node_modules/one/again.js': { imports: ['node_modules/one/index.js'] },
    'ui/list.ts': { imports: ['of-chat.ts'] },
  })
  expect(chunks).toMatchObject({
    [extras]: '',
    'features/chat/own.ts': '',
    'features/chat/keys.ts': 'chat-soon',
    'api/events.ts': 'soon',
    // It imports code of the chat, which the settings would then load too.
    'ui/list.ts': '',
  })
})
