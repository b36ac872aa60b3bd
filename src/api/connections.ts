import * as z from 'zod/mini'
import {
  connectionKindSchema,
  connectionListSchema,
  connectionSchema,
  endsTest,
  foundServicesSchema,
  testStepSchema,
  wordAnswerSchema,
  type ChangeConnection,
  type Connection,
  type ConnectionList,
  type ConnectionTest,
  type CreateConnection,
  type FoundServices,
  type TestStep,
  type TryWord,
  type WordAnswer,
} from '#contract/connections.ts'
import { readEvents } from './http/events.ts'
import { requestEvents, requestJson, requestNothing } from './http/http.ts'
import { listOf } from './http/list-of.ts'

const address = '/api/connections'
const pathOf = (id: string): string => `${address}/${encodeURIComponent(id)}`

/** The server gives the model 180 s, and its price a few more. */
const wordTimeoutMs = 190_000

const listSchema = z.extend(connectionListSchema, {
  connections: listOf(connectionSchema),
  kinds: listOf(connectionKindSchema),
})

/** The services that are connected, and those that can be. */
export const listConnections = (signal?: AbortSignal): Promise<ConnectionList> =>
  requestJson(listSchema, address, { signal })

/** Looks for services on the server's own machine that are not connected yet. */
export const findServices = (signal?: AbortSignal): Promise<FoundServices> =>
  requestJson(foundServicesSchema, `${address}/found`, { signal })

/** Its keys go to the server and never come back. */
export const createConnection = (body: CreateConnection): Promise<Connection> =>
  requestJson(connectionSchema, address, { method: 'POST', body })

/** @throws {ApiError} `conflict` for one of the environment. */
export const changeConnection = (id: string, body: ChangeConnection): Promise<Connection> =>
  requestJson(connectionSchema, pathOf(id), { method: 'PATCH', body })

/** @throws {ApiError} `conflict` while a task is under way on it. */
export const removeConnection = (id: string): Promise<void> =>
  requestNothing(pathOf(id), { method: 'DELETE' })

type TestOptions = { onStep: (step: TestStep) => void; signal?: AbortSignal | undefined }

/**
 * Tries what might be created; nothing is stored.
 *
 * @param options.onStep hears of each step once it is known.
 * @throws as `requestEvents` and `readEvents` do.
 */
export const testNewConnection = (
  body: CreateConnection,
  options: TestOptions,
): Promise<ConnectionTest> => readTest(`${address}/test`, body, options)

/** Tries one that is there, with what might be changed in it. As `testNewConnection`. */
export const testConnection = (
  { id, change = {} }: { id: string; change?: ChangeConnection },
  options: TestOptions,
): Promise<ConnectionTest> => readTest(`${pathOf(id)}/test`, change, options)

async function readTest(
  path: string,
  body: unknown,
  { onStep, signal }: TestOptions,
): Promise<ConnectionTest> {
  const events = await requestEvents(path, { method: 'POST', body, signal })
  const steps: TestStep[] = []
  for await (const { event } of readEvents(events, testStepSchema, endsTest)) {
    steps.push(event)
    onStep(event)
  }
  return { steps }
}

/** Asks a model of a connection one short question, which its service may charge for. */
export const tryWord = (
  { id, ...body }: TryWord & { id: string },
  signal?: AbortSignal,
): Promise<WordAnswer> =>
  requestJson(wordAnswerSchema, `${pathOf(id)}/word`, {
    method: 'POST',
    body,
    signal,
    timeoutMs: wordTimeoutMs,
  })
