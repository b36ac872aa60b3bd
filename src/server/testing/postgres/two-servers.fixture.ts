import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readEnv } from '../../env.ts'
import { startS3Server, type S3Server } from '../../files/blobs/s3-server.fixture.ts'
import { createServices, type Services } from '../../services.ts'
import { makeTestDatabase } from './test-databases.ts'

export type SharedBackends = {
  databaseUrl: string
  bucket: S3Server
  variables: () => Promise<Record<string, string>>
  open: (more?: Record<string, string>) => Promise<Services>
  close: () => Promise<void>
}

export async function openSharedBackends(): Promise<SharedBackends> {
  const bucket = await startS3Server()
  const database = await makeTestDatabase()
  const folders: string[] = []
  const opened: Services[] = []
  const variables = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-replica-'))
    folders.push(folder)
    return {
      BOZZETTO_DATA: folder,
      BOZZETTO_SECRET: 'a-secret-for-this-test',
      BOZZETTO_MASTER_KEY: 'a-master-key-for-this-test-of-servers',
      BOZZETTO_LOG: 'silent',
      DATABASE_URL: database.url,
      S3_ENDPOINT: bucket.settings.endpoint,
      S3_BUCKET: bucket.settings.bucket,
      S3_REGION: bucket.settings.region,
      S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
    }
  }
  return {
    databaseUrl: database.url,
    bucket,
    variables,
    open: async (more = {}) => {
      const services = await createServices(readEnv({ ...(await variables()), ...more }))
      opened.push(services)
      return services
    },
    close: async () => {
      await Promise.all(opened.map((services) => services.close()))
      await bucket.close()
      await database.drop()
      for (const folder of folders) await rm(folder, { recursive: true })
    },
  }
}
