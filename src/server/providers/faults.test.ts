import { describe, expect, it, type TestContext } from 'vitest'
import { tinyGlb } from '../generation/tasks.fixture.ts'
import { HttpError } from '../errors/http-error.ts'
import { services3d } from './all-3d.fixture.ts'
import { answerFaults, downloadFaults } from './service/faults.fixture.ts'
import { json, openService } from './service/service.fixture.ts'
import { settingsFor, type TestService } from './service/service-3d.fixture.ts'

/**
 * How long is waited for an answer that does not come. On a machine that is busy those that do come may take as long:
 * then it is tried again with more.
 */
const shortMs = [150, 600, 1_500]
/** For every other one, on a machine that is busy. */
const usualMs = 5_000

/** Instead of half a GiB, to be sooner at what is far too much. */
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

describe.concurrent.each(services3d)('$name', (fixture) => {
  const { routes, request, isBought } = fixture
  const { look, result } = routes
  const ordersOf = (service: TestService) => service.countOf(...call(routes.order))
  const connect = (origin: string, limitMs: number) => {
    const tuning = { pollMs: 2, limitMs, idleMs: limitMs, modelBytesMax }
    return fixture.connect(settingsFor(origin, fixture.secrets), tuning).generation!
  }

  /** All of a task, as the server works it off: the order once, then its end. */
  const run = async (
    { origin }: { origin: string },
    { limitMs = usualMs, signal = AbortSignal.timeout(20_000) } = {},
  ) => {
    const provider = connect(origin, limitMs)
    const submitted = await provider.submit?.(request, signal)
    return provider.produce({ ...request, ...submitted }, () => {}, signal)
  }

  /** A service of its own for each test: they run side by side, as most of them do nothing but wait. */
  const open = async (onTestFinished: TestContext['onTestFinished']) => {
    const service = await openService()
    onTestFinished(() => service.close())
    fixture.serve(service, glb)
    return service
  }

  it('makes a model with one order', async ({ onTestFinished }) => {
    const service = await open(onTestFinished)
    const { bytes, mimeType } = await run(service)
    expect(Buffer.from(bytes).equals(Buffer.from(glb))).toBe(true)
    expect(mimeType).toBe('model/gltf-binary')
    expect(ordersOf(service)).toBe(1)
  })

  it.for(answerFaults)('orders once when the answer %s', async (fault, { onTestFinished }) => {
    const [, answer, isRefusal] = fault
    await waitingFor(fault, async (limitMs) => {
      const service = await open(onTestFinished)
      service.on(routes.order, answer)
      const { code, message } = await failure(run(service, { limitMs }))
      const mayRepeat = fixture.isRepeated === true && /429|503/.test(fault[0])
      expect(ordersOf(service)).toBeLessThanOrEqual(mayRepeat ? 4 : 1)
      expect(ordersOf(service)).toBeGreaterThan(0)
      expect(message).toMatch(/\S \S+.*[.”]$/)
      expect(code).not.toBe('internal')
      for (const secret of Object.values(fixture.secrets)) expect(message).not.toContain(secret)
      const isUncertain = code === 'submission_uncertain'
      // Of a web page that somebody on the way may have sent, either may be said.
      const mustBe = isRefusal === undefined ? isUncertain : isBought && !isRefusal
      expect(isUncertain).toBe(isBought && mustBe)
    })
  })

  it('says that a wrong key is wrong, and how long to wait', async ({ onTestFinished }) => {
    const service = await open(onTestFinished)
    const [of401, of429] = ['answers 401', 'answers 429 with a wait'].map(
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
    'takes a 400 for the truth, in its own words, since it is only inferred: %s',
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
      expect(ordersOf(service)).toBeLessThanOrEqual(2)
    },
  )

  it('says that a server which is not there is not there', async () => {
    const gone = await openService()
    await gone.close()
    expect((await failure(run(gone))).code).toBe('provider_unreachable')
  })

  it.runIf(look).for(answerFaults.filter(([, , isRefusal]) => !isRefusal))(
    'goes on following, without another order, when a look %s',
    async (fault, { onTestFinished }) => {
      const [, answer] = fault
      await waitingFor(fault, async (limitMs) => {
        const service = await open(onTestFinished)
        const [first, ...rest] = service.answersOf(look!)
        service.on(look!, answer, first!, answer, ...rest)
        const { bytes } = await run(service, { limitMs })
        expect(Buffer.from(bytes).equals(Buffer.from(glb))).toBe(true)
        expect(ordersOf(service)).toBe(1)
      })
    },
  )

  it.runIf(result).for(downloadFaults(glb))(
    'looks for the model again, and then gives up with a sentence, when it %s',
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
        expect(ordersOf(service)).toBe(1)
        if (code === 'result_invalid') return
        fixture.serve(service, glb)
        service.on(result!, answer, good!)
        const { bytes } = await run(service, { limitMs })
        expect(Buffer.from(bytes).equals(Buffer.from(glb))).toBe(true)
      })
    },
  )

  // An order that is answered with the model goes on: it may be paid for from its first byte on.
  it.runIf(look || !isBought)('stops as soon as it is told to', async ({ onTestFinished }) => {
    const service = await open(onTestFinished)
    const stop = new AbortController()
    // Waited for, it would end with another reason.
    service.on(look ?? routes.order, () => stop.abort())
    await expect(run(service, stop)).rejects.toThrow(/abort/)
  })
})

/** Attempts with as short a limit as this machine bears, for a fault that would last for ever; with the usual one else. */
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
