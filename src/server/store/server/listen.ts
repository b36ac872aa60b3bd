import { setTimeout as sleep } from 'node:timers/promises'
import type { Client as PgClient, Notification } from 'pg'
import { log } from '../../observability/log.ts'
import type { Client } from '../client.ts'
import { anything, type TopicListener, type Wake } from '../replica.ts'
import { connectTo } from './connection.ts'

const channel = 'bozzetto'
/** Maximum size of a notification in bytes. Postgres allows 7,999 bytes. */
const payloadBytesMax = 7_500
/** Maximum number of collected topics. If there are more, only the topic `anything` is sent. */
const topicsMax = 5_000
const returnEveryMs = 1_000
const selfTestMs = 2_000

type ListenOptions = {
  replicaId: string
  /** URL of the database server itself, not of a pooler. */
  url: string
  client: Pick<Client, 'query'>
}

/**
 * Opens the notifications between processes. Sends one NOTIFY at a time with all topics that have
 * been collected. A broken connection is reopened and everything is checked. If a pooler drops
 * notifications, receivers only poll.
 */
export async function openListening({ replicaId, url, client }: ListenOptions): Promise<Wake> {
  const listeners = new Set<TopicListener>()
  const teller = createTeller(replicaId, client)
  const closing = new AbortController()
  let listener: PgClient | undefined
  let tested: (() => void) | undefined

  const hear = (topic: string) => {
    for (const listen of listeners) listen(topic)
  }
  const onNotification = ({ payload = '' }: Notification) => {
    const [from, ...topics] = payload.split('\n')
    if (from !== replicaId) return topics.forEach(hear)
    tested?.()
  }

  const connect = async (): Promise<PgClient> => {
    const made = await listenAt(url, onNotification)
    made.once('end', () => void comeBack())
    return made
  }
  const comeBack = async () => {
    while (!closing.signal.aborted) {
      await sleep(returnEveryMs, undefined, { ref: false })
      try {
        listener = await connect()
        return hear(anything)
      } catch {
        // The error is ignored, because the store's own queries report an unreachable server.
      }
    }
  }

  listener = await connect()
  const isHeard = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), selfTestMs)
    tested = () => {
      clearTimeout(timer)
      resolve(true)
    }
    teller.tell('hello')
  })
  tested = undefined
  if (!isHeard) log().warn(unheard)

  return {
    tell: teller.tell,
    listen: (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    close: async () => {
      closing.abort()
      await teller.close()
      await listener?.end().catch(() => undefined)
    },
  }
}

const unheard =
  'DATABASE_URL leads through a pooler that gives connections to others after each transaction, so servers wake each other only once a second. Set DATABASE_DIRECT_URL to the address of the database server itself.'

async function listenAt(
  url: string,
  onNotification: (notification: Notification) => void,
): Promise<PgClient> {
  const made = await connectTo(url)
  try {
    made.on('notification', onNotification)
    await made.query(`listen ${channel}`)
    return made
  } catch (error) {
    await made.end().catch(() => undefined)
    throw error
  }
}

function createTeller(replicaId: string, client: Pick<Client, 'query'>) {
  const waiting = new Set<string>()
  let sending: Promise<void> | undefined
  let isClosed = false

  const send = async () => {
    while (waiting.size > 0) {
      const payloads = toPayloads(replicaId, waiting)
      waiting.clear()
      try {
        await client.query(`select pg_notify('${channel}', one) from unnest($1::text[]) as one`, [
          payloads,
        ])
      } catch (error) {
        // Errors are only logged, because the receivers poll anyway.
        log().debug({ error }, 'Other servers could not be notified.')
      }
    }
    sending = undefined
  }

  return {
    tell: (topic: string) => {
      if (isClosed) return
      waiting.add(topic)
      // The topics are sent later, so that topics of the same tick are combined.
      sending ??= Promise.resolve().then(send)
    },
    close: async () => {
      isClosed = true
      await sending
    },
  }
}

/** Splits topics into as few messages as possible. */
export function toPayloads(replicaId: string, topics: ReadonlySet<string>): string[] {
  if (topics.size > topicsMax) return [`${replicaId}\n${anything}`]
  const payloads: string[] = []
  let payload = replicaId
  for (const topic of topics) {
    const next = Buffer.byteLength(topic) > payloadBytesMax / 2 ? anything : topic
    if (Buffer.byteLength(payload) + Buffer.byteLength(next) >= payloadBytesMax) {
      payloads.push(payload)
      payload = replicaId
    }
    payload += `\n${next}`
  }
  return [...payloads, payload]
}
