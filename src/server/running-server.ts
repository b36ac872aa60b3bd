import { firstOwnerId } from './store/owner-scope.ts'
import path from 'node:path'
import { AdminError } from './admin/admin-error.ts'
import { backupOfServer } from './admin/back-up.ts'
import { backUpTo } from './admin/back-up-to.ts'
import { openControl } from './admin/control.ts'
import { isBucketAddress, readBucketAddress } from './admin/bucket/bucket-place.ts'
import { backUpIfDue, backUpToBucketIfDue, keepBackingUp } from './admin/scheduled-backups.ts'
import { rotated } from './admin/rotate-keys.ts'
import { describeFactorOff } from './admin/turn-off-factor.ts'
import { createApp, createWorkerApp } from './app.ts'
import type { Env } from './env.ts'
import { cutStreams } from './http/open-streams.ts'
import { createServices } from './services.ts'
import { keepRemovingSnapshots } from './store/embedded/update-snapshot.ts'
import type { Store } from './store/store.ts'

export type RunningServer = {
  fetch: (request: Request, env?: object) => Response | Promise<Response>
  addressToOpen: (origin: string) => string
  drain: (ms: number) => Promise<void>
  /** Ends streams, returns running tasks to the queue, and closes the store. */
  close: () => Promise<void>
}

/**
 * Starts all services and returns the request handler. The caller listens.
 * @param options.pageRoot folder of the built page. Without this folder only the APIs are served.
 * @throws the errors of `openStore`.
 */
export async function startServer(
  env: Env,
  options: { pageRoot?: string } = {},
): Promise<RunningServer> {
  const services = await createServices(env)
  const app =
    env.BOZZETTO_ROLE === 'worker' ? createWorkerApp(services) : createApp(services, options)
  const data = path.resolve(env.BOZZETTO_DATA)
  const closeControl = await openControl(data, {
    backup: async (to, withKeys) => {
      const { embedded } = services.store
      if (!embedded) throw new AdminError(backupOfServer(env.S3_BUCKET))
      const said = await backUpTo(embedded, { data, to, withKeys, env })
      services.audit.note({
        kind: 'export',
        actor: 'owner at the terminal',
        subject: `backup${withKeys ? ' with keys' : ''} to ${to}`,
      })
      return said
    },
    rotateKeys: async () => {
      await services.connections.rotateKeys()
      services.changes.tell('connections')
      services.audit.note({
        kind: 'connection_changed',
        actor: 'owner at the terminal',
        subject: 'keys rotated',
      })
      return rotated
    },
    turnOffFactor: async () => {
      const everyone = await services.access.sessions.list(firstOwnerId)
      const wasOn = await services.access.secondFactor.drop()
      services.access.changed()
      if (wasOn) for (const { id } of everyone) cutStreams(id)
      return describeFactorOff(wasOn)
    },
  })
  const stopBackups = startBackups(services.store, env)
  const stopRemoving = services.store.embedded ? keepRemovingSnapshots(data) : undefined
  return {
    fetch: app.fetch,
    addressToOpen: services.addressToOpen,
    drain: services.drain,
    close: async () => {
      await closeControl?.()
      stopRemoving?.()
      // The services end first, because a backup may take longer than the time to stop.
      const backupsEnded = stopBackups()
      await services.close()
      await backupsEnded
    },
  }
}

function startBackups(store: Store, env: Env): () => Promise<void> {
  const { BOZZETTO_BACKUPS: folder, BOZZETTO_DATA: data } = env
  const { embedded } = store
  if (folder === undefined || !embedded) return () => Promise.resolve()
  // The settings are read at each call, because an admin can change them.
  const readSchedule = () => ({
    data,
    everyMs: env.BOZZETTO_BACKUP_HOURS * 60 * 60_000,
    keepCount: env.BOZZETTO_BACKUP_KEEP,
  })
  return keepBackingUp(folder, (signal) =>
    isBucketAddress(folder)
      ? backUpToBucketIfDue(embedded, {
          ...readSchedule(),
          signal,
          place: readBucketAddress(folder, env).place,
        })
      : backUpIfDue(embedded, { ...readSchedule(), signal, folder }),
  )
}
