import { connect } from 'node:net'
import { testSteps, type ConnectionTest, type TestStep } from '#contract/connections.ts'
import { toHttpError, type HttpError } from '../errors/http-error.ts'
import { plainHost } from '../outgoing/checked-request.ts'
import type { ConnectedProvider } from '../ports/provider-kind.ts'
import type { UpstreamService } from '../ports/upstream-service.ts'
import { signalWithin } from '../process/signal-within.ts'
import { unreachable } from '../providers/openai/upstream-errors.ts'

/** Longest wait for a connection, and for each answer. */
const reachMs = 10_000
const answerMs = 15_000

/**
 * Tries step by step whether a service can be reached, takes the key and has models. Costs nothing.
 *
 * @param tried.hasKeys whether there is a key that it can take.
 */
export async function testConnection(
  provider: ConnectedProvider,
  { service, hasKeys }: { service: UpstreamService; hasKeys: boolean },
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const { checkKeys } = provider
  const steps: TestStep[] = []
  const outcome = (): ConnectionTest => ({
    steps: testSteps.map(
      (step) =>
        steps.find((taken) => taken.step === step) ?? {
          step,
          state: 'skipped',
          message: 'Not tried.',
          tookMs: 0,
        },
    ),
  })

  const reached = await take('reach', () => reach(provider.url, service, signal), signal)
  steps.push(reached.step)
  if (reached.problem) return outcome()

  if (checkKeys) {
    const checked = await take('key', () => checkKeys(signalWithin(answerMs, signal)), signal)
    steps.push(checked.step)
    if (checked.problem) return outcome()
  }
  const listed = await take(
    'models',
    async () => sayCount(await countModels(provider, signalWithin(answerMs, signal))),
    signal,
  )
  // Who refuses the key refuses it here.
  if (listed.problem?.isAboutKey) steps.push({ ...listed.step, step: 'key' })
  else {
    if (!checkKeys && !listed.problem) {
      const message = hasKeys ? 'Accepted.' : 'None needed.'
      steps.push({ step: 'key', state: 'ok', message, tookMs: listed.step.tookMs })
    }
    steps.push(listed.step)
  }
  return outcome()
}

async function take(
  step: TestStep['step'],
  act: () => Promise<string>,
  signal: AbortSignal,
): Promise<{ step: TestStep; problem?: HttpError }> {
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

const sayCount = (count: number) => (count === 1 ? 'Found 1 model.' : `Found ${count} models.`)

async function countModels(
  { chat, generation }: ConnectedProvider,
  signal: AbortSignal,
): Promise<number> {
  const lists = await Promise.all([chat?.listModels(signal), generation?.listModels(signal)])
  return lists.reduce((sum, models) => sum + (models?.length ?? 0), 0)
}

/** Opens a connection and closes it again; nothing is sent. */
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
    const abort = () => end(() => reject(signal.reason as Error))
    const fail = (error: Error) => end(() => reject(unreachable(service, error)))
    signal.addEventListener('abort', abort, { once: true })
    socket.once('connect', () => end(() => resolve(`Answers at ${url.host}.`)))
    socket.once('timeout', () => fail(new Error('ETIMEDOUT')))
    socket.once('error', fail)
  })
}
