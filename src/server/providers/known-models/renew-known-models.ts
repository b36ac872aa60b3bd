import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../../disk/write-whole.ts'
import { HttpError } from '../../errors/http-error.ts'
import { parseJson } from '../../json/parse-json.ts'
import { log } from '../../observability/log.ts'
import { checkedRequest } from '../../outgoing/checked-request.ts'
import {
  knownModelsDate,
  releaseSnapshot,
  replaceSnapshot,
  snapshotSchema,
  type Snapshot,
} from './known-models.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'

export const modelsDevUrl = 'https://models.dev/api.json'
const fileName = 'known-models.json'
const timeoutMs = 30_000
/** Maximum size of the downloaded list, many times the current size. */
const bytesMax = 24 * 1024 * 1024
const limits = {
  depthMax: 16,
  valuesMax: 1_000_000,
  entriesMax: 50_000,
  nameBytesMax: 16 * 1024 * 1024,
}

const namesThere: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
  deepseek: 'deepseek',
  groq: 'groq',
  mistral: 'mistral',
  xai: 'xai',
  together: 'togetherai',
  moonshot: 'moonshotai',
  zai: 'zai',
}

const amount = z.number().nonnegative().optional().catch(undefined)
const count = z.number().int().positive().optional().catch(undefined)
const flag = z.boolean().optional().catch(undefined)
const costFields = { input: amount, output: amount, cache_read: amount, cache_write: amount }
const modelSchema = z.looseObject({
  attachment: flag,
  reasoning: flag,
  tool_call: flag,
  modalities: z
    .looseObject({ input: z.array(z.string()) })
    .optional()
    .catch(undefined),
  cost: z
    .looseObject({ ...costFields, context_over_200k: z.looseObject(costFields).optional() })
    .optional()
    .catch(undefined),
  limit: z.looseObject({ context: count, output: count }).optional().catch(undefined),
  release_date: z.iso.date().optional().catch(undefined),
})
const listSchema = z.record(z.string(), z.unknown())
const serviceSchema = z.looseObject({ models: z.record(z.string(), z.unknown()) })

export type KnownModels = {
  /**
   * Downloads the facts from models.dev.
   * @returns their date.
   * @throws {HttpError}
   */
  renew: () => Promise<string>
}

/**
 * Loads facts about models that were downloaded from models.dev earlier, unless `snapshot.json` is
 * newer.
 * @param options.url URL of the list. `allowedHosts` may contain private addresses.
 */
export async function openKnownModels(options: {
  dataFolder: string
  allowedHosts: readonly string[]
  url?: string
  clock?: () => Date
}): Promise<KnownModels> {
  const { url = modelsDevUrl, clock = () => new Date() } = options
  const file = path.join(options.dataFolder, fileName)
  await takeKept(file)
  let renewing: Promise<string> | undefined
  const renew = async (): Promise<string> => {
    const fetched = await fetchSnapshot(url, options.allowedHosts, clock())
    const snapshot = mergeSnapshots(await releaseSnapshot(), fetched)
    await writeWhole(file, JSON.stringify(snapshot), { replaces: true })
    replaceSnapshot(snapshot)
    return snapshot.date
  }
  return {
    renew: () =>
      (renewing ??= renew().finally(() => {
        renewing = undefined
      })),
  }
}

async function takeKept(file: string): Promise<void> {
  replaceSnapshot(undefined)
  try {
    const kept = snapshotSchema.parse(JSON.parse(await readFile(file, 'utf8')))
    if (kept.date > (await knownModelsDate())) replaceSnapshot(kept)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    log().warn({ error }, `${fileName} cannot be read; the list of the release is used.`)
  }
}

/**
 * Downloads the list of models.dev as a snapshot with today's date.
 * @throws {HttpError} if the list cannot be fetched or is not a list of models.
 */
export const fetchSnapshot = async (
  url: string,
  allowedHosts: readonly string[],
  now: Date,
): Promise<Snapshot> =>
  toSnapshot(await fetchList(url, allowedHosts), now.toISOString().slice(0, 10))

/** Adds models of `base` that `next` lacks, because models.dev adds new models late. */
export function mergeSnapshots(base: Snapshot, next: Snapshot): Snapshot {
  const names = new Set([...Object.keys(base.services), ...Object.keys(next.services)])
  const services = Object.fromEntries(
    [...names].map((name) => [
      name,
      withLongPrices(ownValue(base.services, name), ownValue(next.services, name)),
    ]),
  )
  return { date: next.date, services }
}

type Service = Snapshot['services'][string]

function withLongPrices(base: Service = {}, next: Service = {}): Service {
  const renewed = Object.entries(next).map(([id, facts]) => {
    const { price, long } = ownValue(base, id) ?? {}
    const isSame = JSON.stringify(price) === JSON.stringify(facts.price)
    return [id, long && !facts.long && isSame ? { ...facts, long } : facts] as const
  })
  return { ...base, ...Object.fromEntries(renewed) }
}

async function fetchList(url: string, allowedHosts: readonly string[]): Promise<Uint8Array> {
  const { host } = new URL(url)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { response } = await checkedRequest(url, {
      signal,
      accept: 'application/json',
      allowedHosts,
    })
    try {
      const { statusCode = 0 } = response
      if (statusCode !== 200) {
        throw new HttpError('provider_failed', `${host} answered with status ${statusCode}.`)
      }
      const chunks: Uint8Array[] = []
      let length = 0
      for await (const chunk of response) {
        length += chunk.byteLength
        if (length > bytesMax) throw notAList(host)
        chunks.push(chunk)
      }
      return Buffer.concat(chunks, length)
    } finally {
      response.destroy()
    }
  } catch (cause) {
    if (cause instanceof HttpError) throw cause
    const sentence = signal.aborted
      ? `${host} did not answer within ${timeoutMs / 1000} s. Try again later.`
      : `${host} cannot be reached from this server.`
    throw new HttpError('provider_unreachable', sentence, { cause })
  }
}

const notAList = (host: string, cause?: unknown) =>
  new HttpError('provider_failed', `${host} did not send a list of models.`, { cause })

async function toSnapshot(bytes: Uint8Array, date: string): Promise<Snapshot> {
  let list: Record<string, unknown>
  try {
    list = listSchema.parse(await parseJson(bytes, limits))
  } catch (cause) {
    throw notAList('models.dev', cause)
  }
  const services: Snapshot['services'] = {}
  for (const [ours, theirs] of Object.entries(namesThere)) {
    const service = serviceSchema.safeParse(ownValue(list, theirs))
    if (service.success) setOwn(services, ours, toFacts(service.data.models))
  }
  if (Object.keys(services).length === 0) throw notAList('models.dev')
  return { date, services }
}

function toFacts(models: Record<string, unknown>): Snapshot['services'][string] {
  const facts: Snapshot['services'][string] = {}
  for (const [id, listed] of Object.entries(models)) {
    const model = modelSchema.safeParse(listed)
    if (!model.success) continue
    const { attachment, reasoning, tool_call: tools, modalities, cost, limit } = model.data
    const { release_date: released } = model.data
    const inputs = modalities?.input.filter((name) => name !== 'text')
    const sees = modalities ? modalities.input.includes('image') : attachment
    const { context, output } = limit ?? {}
    const price = toPrice(cost)
    const long = toPrice(cost?.context_over_200k)
    setOwn(facts, id, {
      can: `${sees ? 's' : ''}${tools ? 't' : ''}${reasoning ? 'r' : ''}`,
      ...(context !== undefined && { context }),
      ...(output !== undefined && { output }),
      ...(inputs && inputs.length > 0 && { in: inputs }),
      ...(price && { price }),
      ...(price && long && { long: [200_000, ...long] }),
      ...(released !== undefined && { released }),
    })
  }
  return facts
}

type Cost = Partial<Record<keyof typeof costFields, number | undefined>>

function toPrice(cost: Cost | undefined): Snapshot['services'][string][string]['price'] {
  if (cost?.input === undefined || cost.output === undefined) return undefined
  const { input, output, cache_read: read, cache_write: write } = cost
  if (write !== undefined) return [input, output, read ?? null, write]
  return read === undefined ? [input, output] : [input, output, read]
}
