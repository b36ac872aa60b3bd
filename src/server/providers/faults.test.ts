import { describe, expect, it, type TestContext } from 'vitest'
import { tinyGlb } from '../generation/tasks.fixture.ts'
import { HttpError } from '../errors/http-error.ts'
import { services3d } from './all-3d.fixture.ts'
import { answerFaults, downloadFaults } from './service/faults.fixture.ts'
import { json, openService } from './service/service.fixture.ts'
import { settingsFor, type TestService } from './service/service-3d.fixture.ts'

/**
 * Timeouts for responses that never arrive. If a timeout is too short on a busy machine, the test
 * is repeated with the next timeout.
 */
const shortMs = [150, 600, 1_500]
const usualMs = 5_000

/** A lower limit than the real 512 MiB makes the test of a too large model fast. */
const modelBytesMax = 4 * 1024 * 1024

const glb = tinyGlb()
const call = (route: string): [string, string] => route.split(' ') as [string, string]

async function failure(work: Promise<unknown>): Promise<HttpError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(HttpError)
  return error as HttpError
}

describe.concurrent.each(services3d)('faults of 3D service $name', (fixture) => {
  const { routes, request, isBought } = fixture
  const { look, result } = routes
  const getOrders = (service: TestService) => service.countOf(...call(routes.order))
  const connect = (origin: string, limitMs: number) => {
    const tuning = { pollMs: 2, limitMs, idleMs: limitMs, modelBytesMax }
    return fixture.connect(settingsFor(origin, fixture.secrets), tuning).generation!
  }

  const run = async (
    { origin }: { origin: string },
    { limitMs = usualMs, signal = AbortSignal.timeout(300_000) } = {},
  ) => {
    const provider = connect(origin, limitMs)
    const submitted = await provider.submit?.(request, signal)
    return provider.produce({ ...request, ...submitted }, () => {}, signal)
  }

  const open = async (onTestFinished: TestContext['onTestFinished']) => {
    const service = await openService()
    onTestFinished(() => service.close())
    fixture.serve(service, glb)
    return service
  }

  it('generates a model and submits the task once', async ({ onTestFinished }) => {
    const service = await open(onTestFinished)
    const { bytes, mimeType } = await run(service)
    expect(Buffer.from(bytes).equals(Buffer.from(glb))).toBe(true)
    expect(mimeType).toBe('model/gltf-binary')
    expect(getOrders(service)).toBe(1)
  })

  it.for(answerFaults)(
    'submits the task once when the response %s',
    async (fault, { onTestFinished }) => {
      const [, answer, isRefusal] = fault
      await waitingFor(fault, async (limitMs) => {
        const service = await open(onTestFinished)
        service.on(routes.order, answer)
        const { code, message } = await failure(run(service, { limitMs }))
        const mayRepeat = fixture.isRepeated === true && /429|503/.test(fault[0])
        expect(getOrders(service)).toBeLessThanOrEqual(mayRepeat ? 4 : 1)
        expect(getOrders(service)).toBeGreaterThan(0)
        expect(message).toMatch(/\S \S+.*[.”]$/)
        expect(code).not.toBe('internal')
        for (const secret of Object.values(fixture.secrets)) expect(message).not.toContain(secret)
        const isUncertain = code === 'submission_uncertain'
        const mustBe = isRefusal === undefined ? isUncertain : isBought && !isRefusal
        expect(isUncertain).toBe(isBought && mustBe)
      })
    },
  )

  it('reports a refused API key, and after how many seconds a retry is allowed', async ({
    onTestFinished,
  }) => {
    const service = await open(onTestFinished)
    const [of401, of429] = ['answers 401', 'answers 429 with Retry-After'].map(
      (name) => answerFaults.find(([known]) => known === name)![1],
    )
    service.on(routes.order, of401!)
    expect((await failure(run(service))).isAboutKey).toBe(true)
    service.on(routes.order, of429!)
    expect(await failure(run(service))).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 7,
    })
  })

  it.runIf(fixture.inferred).for(fixture.inferred ?? [''])(
    'shows the service’s message for a refusal in an undocumented format: %s',
    async (_what, { onTestFinished }) => {
      const service = await open(onTestFinished)
      const refuse = json({ message: 'field x is not known here', errors: ['not known here'] }, 400)
      for (const route of new Set([routes.order, look ?? routes.order])) {
        fixture.serve(service, glb)
        service.on(route, refuse)
        const { code, message } = await failure(run(service))
        expect(code).not.toBe('submission_uncertain')
        expect(message).toContain('not known here')
      }
      expect(getOrders(service)).toBeLessThanOrEqual(2)
    },
  )

  it('reports an error when the server is not running', async () => {
    const gone = await openService()
    await gone.close()
    expect((await failure(run(gone))).code).toBe('provider_unreachable')
  })

  it.runIf(look).for(answerFaults.filter(([, , isRefusal]) => !isRefusal))(
    'polls a task again without a second submission when one poll %s',
    async (fault, { onTestFinished }) => {
      const [, answer] = fault
      await waitingFor(fault, async (limitMs) => {
        const service = await open(onTestFinished)
        const [first, ...rest] = service.answersOf(look!)
        service.on(look!, answer, first!, answer, ...rest)
        const { bytes } = await run(service, { limitMs })
        expect(Buffer.from(bytes).equals(Buffer.from(glb))).toBe(true)
        expect(getOrders(service)).toBe(1)
      })
    },
  )

  it.runIf(result).for(downloadFaults(glb))(
    'retries the download of the model, then fails with a readable error, when the download %s',
    async (fault, { onTestFinished }) => {
      const [, answer] = fault
      await waitingFor(fault, async (limitMs) => {
        const service = await open(onTestFinished)
        const [good] = service.answersOf(result!)
        service.on(result!, answer)
        const { code, message, upstreamRequestId } = await failure(run(service, { limitMs }))
        expect(['provider_failed', 'result_invalid', 'provider_unreachable']).toContain(code)
        expect(message).toMatch(/\.$/)
        expect(upstreamRequestId).toBeDefined()
        expect(getOrders(service)).toBe(1)
        if (code === 'result_invalid') return
        fixture.serve(service, glb)
        service.on(result!, answer, good!)
        const { bytes } = await run(service, { limitMs })
        expect(Buffer.from(bytes).equals(Buffer.from(glb))).toBe(true)
      })
    },
  )

  // If the response to the submission is the model, the submission is not aborted, because the
  // service may bill it from the first byte.
  it.runIf(look || !isBought)(
    'stops a task when the signal is aborted',
    async ({ onTestFinished }) => {
      const service = await open(onTestFinished)
      const stop = new AbortController()
      service.on(look ?? routes.order, () => stop.abort())
      await expect(run(service, stop)).rejects.toThrow(/abort/)
    },
  )
})

async function waitingFor(
  [name]: readonly [string, ...unknown[]],
  attempt: (limitMs: number) => Promise<void>,
): Promise<void> {
  if (!/never answers|stalls|drips/.test(name)) return attempt(usualMs)
  for (const [at, limitMs] of shortMs.entries()) {
    try {
      return await attempt(limitMs)
    } catch (error) {
      if (at === shortMs.length - 1) throw error
    }
  }
}
