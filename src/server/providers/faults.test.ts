import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tinyGlb } from '../generation/tasks.fixture.ts'
import { HttpError } from '../errors/http-error.ts'
import type { GenerationProvider } from '../ports/generation-provider.ts'
import { services3d } from './all-3d.fixture.ts'
import { answerFaults, downloadFaults } from './service/faults.fixture.ts'
import { openService } from './service/service.fixture.ts'
import { settingsFor, type TestService } from './service/service-3d.fixture.ts'

/** What the services of this file wait at most. */
const limitMs = 150

let service: TestService
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.close())

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

describe.each(services3d)('$name', (fixture) => {
  const { routes, request, isBought } = fixture
  const orders = () => service.countOf(...call(routes.order))
  let provider: GenerationProvider
  beforeEach(() => {
    fixture.serve(service, glb)
    const tuning = { pollMs: 2, limitMs, idleMs: limitMs }
    provider = fixture.connect(settingsFor(service.origin, fixture.secrets), tuning).generation!
  })

  /** All of a task, as the server works it off: the order once, then its end. */
  const run = async (signal = AbortSignal.timeout(8_000)) => {
    const submitted = await provider.submit?.(request, signal)
    return provider.produce({ ...request, ...submitted }, () => {}, signal)
  }
  it('makes a model with one order', async () => {
    const { bytes, mimeType } = await run()
    expect(Buffer.from(bytes).equals(Buffer.from(glb))).toBe(true)
    expect(mimeType).toBe('model/gltf-binary')
    expect(orders()).toBe(1)
  })

  it.each(answerFaults)('orders once when the answer %s', async (_name, answer, isRefusal) => {
    service.on(routes.order, answer)
    const { code, message } = await failure(run())
    expect(orders()).toBe(1)
    expect(message).toMatch(/\S \S+.*[.”]$/)
    expect(code).not.toBe('internal')
    for (const secret of Object.values(fixture.secrets)) expect(message).not.toContain(secret)
    const isUncertain = code === 'submission_uncertain'
    // Of a web page that somebody on the way may have sent, either may be said.
    const mustBe = isRefusal === undefined ? isUncertain : isBought && !isRefusal
    expect(isUncertain).toBe(isBought && mustBe)
  })

  it('says that a wrong key is wrong, and how long to wait', async () => {
    const [of401, of429] = ['answers 401', 'answers 429 with a wait'].map(
      (name) => answerFaults.find(([known]) => known === name)![1],
    )
    service.on(routes.order, of401!)
    expect((await failure(run())).isAboutKey).toBe(true)
    service.on(routes.order, of429!)
    expect(await failure(run())).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 7 })
  })

  it('says that a server which is not there is not there', async () => {
    const gone = await openService()
    await gone.close()
    const settings = settingsFor(gone.origin, fixture.secrets)
    provider = fixture.connect(settings, { limitMs }).generation!
    expect((await failure(run())).code).toBe('provider_unreachable')
  })

  const { look, result } = routes
  it.runIf(look).each(answerFaults.filter(([, , isRefusal]) => !isRefusal))(
    'goes on following, without another order, when a look %s',
    async (_name, answer) => {
      const [first, ...rest] = service.answersOf(look!)
      service.on(look!, answer, first!, answer, ...rest)
      expect(Buffer.from((await run()).bytes).equals(Buffer.from(glb))).toBe(true)
      expect(orders()).toBe(1)
    },
  )

  it.runIf(result).each(downloadFaults(glb))(
    'looks for the model again, and then gives up with a sentence, when it %s',
    async (_name, answer) => {
      const [good] = service.answersOf(result!)
      service.on(result!, answer)
      const { code, message, upstreamRequestId } = await failure(run())
      expect(['provider_failed', 'result_invalid', 'provider_unreachable']).toContain(code)
      expect(message).toMatch(/\.$/)
      expect(upstreamRequestId).toBeDefined()
      expect(orders()).toBe(1)
      if (code === 'result_invalid') return
      fixture.serve(service, glb)
      service.on(result!, answer, good!)
      expect(Buffer.from((await run()).bytes).equals(Buffer.from(glb))).toBe(true)
    },
  )

  // An order that is answered with the model goes on: it may be paid for from its first byte on.
  it.runIf(look || !isBought)('stops as soon as it is told to', async () => {
    service.on(
      look ?? routes.order,
      (_call, response) => void setTimeout(() => response.destroy(), 1_000),
    )
    const stop = new AbortController()
    const work = run(stop.signal)
    setTimeout(() => stop.abort(), 60)
    const startMs = performance.now()
    await expect(work).rejects.toThrow(/abort/)
    expect(performance.now() - startMs).toBeLessThan(900)
  })
})
