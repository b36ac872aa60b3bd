import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client as PgClient } from 'pg'
import { startS3Server } from '#server/files/blobs/s3-server.fixture.ts'
import { startTestServer } from '#server/testing/postgres/test-server.ts'
import { ensurePostgres } from '../../cli/testing/test-postgres.mjs'
import { startServerProcess, type ServerProcess } from '../server-process.ts'

/** A local database server and S3 bucket, and the servers that use both. */
export type Ground = {
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
  start: (place: number, more?: Record<string, string>) => Promise<ServerProcess>
  close: () => Promise<void>
}

/**
 * @param settings environment variables of all servers.
 * @throws {Error} if there is no Postgres for this system.
 */
export async function openGround(settings: Record<string, string>): Promise<Ground> {
  const found = await ensurePostgres()
  if (found.home === undefined) throw new Error(found.missing)
  const postgres = await startTestServer(found.home)
  const admin = new PgClient({ connectionString: postgres.url })
  await admin.connect()
  // Makes Postgres record when each transaction was committed.
  await admin.query('alter system set track_commit_timestamp = on')
  await admin.end()
  await postgres.kill()
  await postgres.start()
  const client = new PgClient({ connectionString: postgres.url })
  await client.connect()
  const bucket = await startS3Server()
  const folders = new Map<number, string>()
  const started = new Set<ServerProcess>()

  return {
    query: async <Row>(text: string, values?: unknown[]) =>
      (await client.query(text, values)).rows as Row[],
    start: async (place, more = {}) => {
      const folder =
        folders.get(place) ?? (await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-replica-')))
      folders.set(place, folder)
      const server = await startServerProcess(folder, 'direct', {
        BOZZETTO_SECRET: 'a-secret-for-this-bench',
        BOZZETTO_MASTER_KEY: 'a-master-key-for-this-bench-of-servers',
        BOZZETTO_LOG: 'error',
        DATABASE_URL: postgres.url,
        S3_ENDPOINT: bucket.settings.endpoint,
        S3_BUCKET: bucket.settings.bucket,
        S3_REGION: bucket.settings.region,
        S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
        ...settings,
        ...more,
      })
      started.add(server)
      return server
    },
    close: async () => {
      for (const server of started) await server.end('SIGKILL')
      await client.end()
      await bucket.close()
      await postgres.stop()
      for (const folder of folders.values()) await rm(folder, { recursive: true, force: true })
    },
  }
}
