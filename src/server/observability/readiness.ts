import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'

const checkTimeoutMs = 3_000
/** Minimum free space in bytes. With less free space, the next result may not fit. */
const freeBytesMin = 64 * 1024 * 1024

export type Readiness = { isReady: boolean; checks: Record<string, 'ok' | 'failing'> }

type ReadinessOptions = {
  store: { executeSql: (sql: string) => Promise<{ rows: unknown[] }> }
  isQueueOpen: () => Promise<boolean>
  checkFiles: () => Promise<void>
  dataFolder: string
}

/** Creates the checks of store, queue, files and disk. After `close` the server is not ready. */
export function createReadiness({ store, isQueueOpen, checkFiles, dataFolder }: ReadinessOptions) {
  let isClosing = false
  const checks: Record<string, () => Promise<boolean>> = {
    store: async () => (await store.executeSql('select 1')).rows.length === 1,
    queue: isQueueOpen,
    files: async () => {
      await checkFiles()
      return true
    },
    disk: () => hasRoom(dataFolder),
  }
  return {
    close: () => {
      isClosing = true
    },
    look: async (): Promise<Readiness> => {
      const outcomes = await Promise.all(
        Object.entries(checks).map(
          async ([name, check]) => [name, await isTrueInTime(check)] as const,
        ),
      )
      return {
        isReady: !isClosing && outcomes.every(([, isFine]) => isFine),
        checks: Object.fromEntries(
          outcomes.map(([name, isFine]) => [name, isFine ? 'ok' : 'failing'] as const),
        ),
      }
    },
  }
}

async function hasRoom(folder: string): Promise<boolean> {
  await access(folder, constants.W_OK)
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= freeBytesMin
}

async function isTrueInTime(check: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), checkTimeoutMs)
  })
  try {
    return await Promise.race([check(), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
