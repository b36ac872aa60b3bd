import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { sources } from '../migrate.ts'
import { findNewestSnapshot } from './update-snapshot.ts'

const killCount = 10
const oldCount = 10
const chatCount = 2000
const modelCount = 500

let folder: string
let outDir: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-update-'))
  outDir = path.resolve('node_modules/.cache/bozzetto', `update-${newId()}`)
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: fileURLToPath(new URL('update.fixture.ts', import.meta.url)),
      outDir,
      rolldownOptions: { output: { entryFileNames: 'update.mjs' } },
    },
  })
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(outDir, { recursive: true, force: true })
})

async function inDatabase<T>(work: (client: PGlite) => Promise<T>, data = folder): Promise<T> {
  const client = await PGlite.create(path.join(data, 'postgres'))
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

const makeOldData = () =>
  inDatabase(async (client) => {
    await client.exec(
      'create table migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const names = Object.keys(sources).toSorted((a, b) => (toName(a) < toName(b) ? -1 : 1))
    for (const file of names.slice(0, oldCount)) {
      await client.exec(sources[file] ?? '')
      await client.query('insert into migrations (name) values ($1)', [toName(file)])
    }
    await client.exec(`
      insert into conversations (id, title) select 'c' || n, 'Chat ' || n from generate_series(1, ${chatCount}) n;
      insert into messages (id, conversation_id, parent_id, role, text)
        select 'm' || n || '-' || k, 'c' || n, case when k > 1 then 'm' || n || '-' || (k - 1) end,
          case when k % 2 = 1 then 'user' else 'assistant' end, md5(n::text || k) || ' clay'
        from generate_series(1, ${chatCount}) n, generate_series(1, 2) k;
      insert into assets (id, name, mime_type, size_bytes, sha256, blob_key)
        select 'a' || n, 'Model ' || n, 'model/gltf-binary', n, md5(n::text), 'ab/' || n from generate_series(1, ${modelCount}) n;
      insert into shares (token, asset_id) select 's' || n, 'a' || n from generate_series(1, 20) n;
      insert into api_keys (id, name, prefix, digest, requests_per_minute, streams)
        select 'k' || n, 'Key', 'sa-', md5(n::text), 60, 8 from generate_series(1, 5) n;
      insert into passwords (id, hash, source) values ('p', 'hash', 'owner')`)
  })

const toName = (file: string): string => file.replace(/^.*\/|\.sql$/g, '')

const kept = {
  conversations: 'id || title',
  messages: `id || conversation_id || coalesce(parent_id, '') || role || text`,
  assets: 'id || name || size_bytes || sha256 || blob_key',
  shares: 'token || asset_id',
  api_keys: 'id || digest',
  passwords: 'hash',
}

const readDigests = () =>
  inDatabase((client) =>
    Promise.all(
      Object.entries(kept).map(async ([table, text]) => {
        const { rows } = await client.query(
          `select count(*)::int as count, md5(string_agg(md5(${text}), '' order by md5(${text}))) as hash from ${table}`,
        )
        return { table, row: rows[0] }
      }),
    ),
  )

const start = () => fork(path.join(outDir, 'update.mjs'), [folder], { silent: true })

it('an update that is killed ten times loses nothing', { timeout: 600_000 }, async () => {
  await makeOldData()
  await mkdir(path.join(folder, 'blobs/ab'), { recursive: true })
  await writeFile(path.join(folder, 'blobs/ab/1'), 'model')
  const before = await readDigests()
  expect(before.find(({ table }) => table === 'messages')?.row).toMatchObject({
    count: 2 * chatCount,
  })

  let killedCount = 0
  for (let at = 0; at < killCount; at++) {
    const child = start()
    const ended = once(child, 'exit')
    await Promise.race([once(child, 'message'), ended])
    // The moments of the kills are spread over the snapshot and the migrations.
    await setTimeout(at * 60)
    if (child.kill('SIGKILL')) killedCount++
    await ended
  }
  expect(killedCount).toBeGreaterThan(killCount / 2)

  const last = start()
  const said: unknown[] = []
  last.on('message', (text) => said.push(text))
  const [code] = await once(last, 'exit')
  expect([code, said.at(-1)]).toEqual([0, 'done'])
  expect(await readDigests()).toEqual(before)
  expect(await readdir(path.join(folder, 'blobs/ab'))).toEqual(['1'])
  const snapshot = await findNewestSnapshot(folder)
  const inSnapshot = await inDatabase(
    (client) => client.query('select count(*)::int as count from migrations'),
    snapshot?.folder,
  )
  expect(inSnapshot.rows).toEqual([{ count: oldCount }])
})
