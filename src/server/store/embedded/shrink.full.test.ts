import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { makeDataFolder } from '../data-folder.fixture.ts'
import { openStore } from '../store.ts'

const killCount = 6
let folder: string
let outDir: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-shrink-'))
  outDir = path.resolve('node_modules/.cache/bozzetto', `shrink-${newId()}`)
  await makeDataFolder(folder)
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: fileURLToPath(new URL('shrink.fixture.ts', import.meta.url)),
      outDir,
      rolldownOptions: { output: { entryFileNames: 'shrink.mjs' } },
    },
  })
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(outDir, { recursive: true, force: true })
})

async function inStore<T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>) {
  const store = await openStore(folder)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const digest = () =>
  inStore(async ({ executeSql }) => {
    const { rows } = await executeSql(
      `select count(*)::int as count, md5(string_agg(id || params::text, ',' order by id)) as hash from tasks`,
    )
    return rows[0]
  })

it('a database that is killed while it shrinks loses nothing', { timeout: 600_000 }, async () => {
  await inStore(({ executeSql }) =>
    executeSql(`insert into tasks (id, model_id, provider, params, status)
      select 't' || n, 'm', 'p', json_build_object('text', repeat(md5(n::text), 20)), 'completed'
      from generate_series(1, 10000) n`),
  )
  const before = await digest()
  expect(before).toMatchObject({ count: 10_000 })
  for (let round = 0; round < killCount; round++) {
    const child = fork(path.join(outDir, 'shrink.mjs'), [folder])
    await once(child, 'message')
    await setTimeout(40 * (round + 1))
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    expect(await digest()).toEqual(before)
  }
})
