import { connect } from 'node:net'
import { testSteps, type TestStep } from '#contract/connections.ts'
import { toError } from '#lib/to-error.ts'
import { formatCount } from '#lib/format.ts'
import { toHttpError, type HttpError } from '../errors/http-error.ts'
import { plainHost } from '../outgoing/checked-request.ts'
import type { ConnectedProvider } from '../ports/provider-kind.ts'
import type { UpstreamService } from '../ports/upstream-service.ts'
import { signalWithin } from '../process/signal-within.ts'
import { unreachable } from '../providers/openai/upstream-errors.ts'

const reachMs = 10_000
const answerMs = 15_000

export type TellStep = (step: TestStep) => unknown

/**
 * Tests step by step whether a service can be reached, accepts the key and has models. Steps after
 * a failed step are reported as skipped. The test costs nothing.
 * @param tried.hasKeys whether a key is set.
 * @returns the problem, or nothing if all steps succeeded.
 * @throws the reason of `signal` when it is aborted, and the errors of `tell`.
 */
export async function runConnectionTest(
  provider: ConnectedProvider,
  { service, hasKeys }: { service: UpstreamService; hasKeys: boolean },
  { signal, tell }: { signal: AbortSignal; tell: TellStep },
): Promise<HttpError | undefined> {
  for await (const { step, problem } of takeSteps(provider, { service, hasKeys, signal })) {
    await tell(step)
    if (step.state !== 'failed') continue
    for (const next of testSteps.slice(testSteps.indexOf(step.step) + 1)) {
      await tell({ step: next, state: 'skipped', message: 'Not tried.', tookMs: 0 })
    }
    return problem
  }
  return undefined
}

type Tried = { service: UpstreamService; hasKeys: boolean; signal: AbortSignal }

async function* takeSteps(
  provider: ConnectedProvider,
  { service, hasKeys, signal }: Tried,
): AsyncGenerator<Taken> {
  const { checkKeys } = provider
  yield await take('reach', () => reach(provider.url, service, signal), signal)
  if (checkKeys) {
    const check = () => checkKeys(signalWithin(answerMs, signal))
    yield await take('key', check, signal)
  }
  const count = async () =>
    provider.search
      ? 'Searches the web; it has no models.'
      : sayCount(await countModels(provider, signalWithin(answerMs, signal)))
  const { step, problem } = await take('models', count, signal)
  // Some services report an invalid key only when models are listed.
  if (problem?.isAboutKey) yield { step: { ...step, step: 'key' }, problem }
  else if (!checkKeys) {
    // An error of the model list that is not about the key leaves the key untested.
    const message = problem ? 'Not tried.' : hasKeys ? 'Accepted.' : 'None needed.'
    const state = problem ? 'skipped' : 'ok'
    yield { step: { step: 'key', state, message, tookMs: problem ? 0 : step.tookMs } }
  }
  yield { step, ...(problem && { problem }) }
}

type Taken = { step: TestStep; problem?: HttpError }

async function take(
  step: TestStep['step'],
  act: () => Promise<string>,
  signal: AbortSignal,
): Promise<Taken> {
  const startMs = performance.now()
  const told = (state: TestStep['state'], message: string): TestStep => ({
    step,
    state,
    message,
    tookMs: Math.round(performance.now() - startMs),
  })
  try {
    return { step: told('ok', await act()) }
  } catch (error) {
    signal.throwIfAborted()
    const problem = toHttpError(error)
    return { step: told('failed', problem.message), problem }
  }
}

const sayCount = (count: number) =>
  count === 1 ? 'Found 1 model.' : `Found ${formatCount(count)} models.`

async function countModels(
  { chat, generation, voice }: ConnectedProvider,
  signal: AbortSignal,
): Promise<number> {
  // A service with chat models lists its voice models in the same response.
  const voices = chat ? undefined : await voice?.listModels(signal)
  const lists = await Promise.all([chat?.listModels(signal), generation?.listModels(signal)])
  const listed = [...lists, voices?.transcription, voices?.speech]
  return listed.reduce((sum, models) => sum + (models?.length ?? 0), 0)
}

/** Opens a TCP connection and closes it without sending anything. */
function reach(address: string, service: UpstreamService, signal: AbortSignal): Promise<string> {
  const url = new URL(address)
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: plainHost(url.hostname), port, timeout: reachMs })
    const end = (act: () => void) => {
      signal.removeEventListener('abort', abort)
      socket.destroy()
      act()
    }
    const abort = () => end(() => reject(toError(signal.reason)))
    const fail = (error: Error) => end(() => reject(unreachable(service, error)))
    signal.addEventListener('abort', abort, { once: true })
    socket.once('connect', () => end(() => resolve(`Answers at ${url.host}.`)))
    socket.once('timeout', () => fail(new Error('ETIMEDOUT')))
    socket.once('error', fail)
  })
}
