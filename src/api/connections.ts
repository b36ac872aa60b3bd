import * as z from 'zod/mini'
import {
  connectionKindSchema,
  connectionListSchema,
  connectionSchema,
  endsTest,
  foundServicesSchema,
  testStepSchema,
  trialAnswerSchema,
  type ChangeConnection,
  type Connection,
  type ConnectionList,
  type ConnectionTest,
  type CreateConnection,
  type FoundServiceList,
  type TestStep,
  type TryModelRequest,
  type TrialAnswer,
} from '#contract/connections.ts'
import { translateAnswer } from '#languages/translate-answer.ts'
import { readEvents } from './http/events.ts'
import { requestEvents, requestJson, requestNothing } from './http/http.ts'
import { createTolerantList } from './http/tolerant-list.ts'

const address = '/api/connections'
const getPath = (id: string): string => `${address}/${encodeURIComponent(id)}`

/** The server waits up to 180 s for the model, and a few seconds more for the price. */
const wordTimeoutMs = 190_000

const listSchema = z.extend(connectionListSchema, {
  connections: createTolerantList(connectionSchema),
  kinds: createTolerantList(connectionKindSchema),
})

export const listConnections = (signal?: AbortSignal): Promise<ConnectionList> =>
  requestJson(listSchema, address, { signal }).then(async (list) => ({
    ...list,
    kinds: await translateAnswer(list.kinds),
  }))

/** Finds model servers such as Ollama on the server's machine that are not connected yet. */
export const findServices = (signal?: AbortSignal): Promise<FoundServiceList> =>
  requestJson(foundServicesSchema, `${address}/found`, { signal })

/** Creates a connection. The server never returns its keys. */
export const createConnection = (body: CreateConnection): Promise<Connection> =>
  requestJson(connectionSchema, address, { method: 'POST', body })

/** @throws {ApiError} `conflict` for a connection that is configured by environment variables. */
export const changeConnection = (id: string, body: ChangeConnection): Promise<Connection> =>
  requestJson(connectionSchema, getPath(id), { method: 'PATCH', body })

/** @throws {ApiError} `conflict` while the connection has running tasks. */
export const removeConnection = (id: string): Promise<void> =>
  requestNothing(getPath(id), { method: 'DELETE' })

type TestOptions = { onStep: (step: TestStep) => void; signal?: AbortSignal | undefined }

/**
 * Tests a connection without storing the connection.
 * @param options.onStep receives the result of each step.
 * @throws the errors of `requestEvents` and `readEvents`.
 */
export const testNewConnection = (
  body: CreateConnection,
  options: TestOptions,
): Promise<ConnectionTest> => readTest(`${address}/test`, body, options)

/** Tests a stored connection with unsaved changes. */
export const testConnection = (
  { id, change = {} }: { id: string; change?: ChangeConnection },
  options: TestOptions,
): Promise<ConnectionTest> => readTest(`${getPath(id)}/test`, change, options)

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

/** Asks a model of the connection one short question. The service may charge for the answer. */
export const tryWord = (
  { id, ...body }: TryModelRequest & { id: string },
  signal?: AbortSignal,
): Promise<TrialAnswer> =>
  requestJson(trialAnswerSchema, `${getPath(id)}/word`, {
    method: 'POST',
    body,
    signal,
    timeoutMs: wordTimeoutMs,
  })
