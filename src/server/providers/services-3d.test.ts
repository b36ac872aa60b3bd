import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFields } from '#lib/params/read-fields.ts'
import { tinyGlb } from '../generation/tasks.fixture.ts'
import { TaskStoppedError } from '../ports/task-stopped.ts'
import { services3d } from './all-3d.fixture.ts'
import { providerKinds } from './kinds.ts'
import { openService } from './service/service.fixture.ts'
import { settingsFor, type TestService } from './service/service-3d.fixture.ts'

let service: TestService
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.close())

const signal = () => AbortSignal.timeout(300_000)

describe.each(services3d)('3D service $name', (fixture) => {
  const { request, routes, told } = fixture
  const connect = (secrets = fixture.secrets) =>
    fixture.connect(settingsFor(service.origin, secrets), { pollMs: 2 })
  beforeEach(() => fixture.serve(service, tinyGlb()))

  it('lists models with forms and creates no task', async () => {
    const models = await connect().generation!.listModels(signal())
    expect(models.map(({ id }) => id)).toContain(`mine/${request.model}`)
    for (const { paramSchema } of models) expect(readFields(paramSchema).length).toBeGreaterThan(0)
    expect(service.countOf(...(routes.order.split(' ') as [string, string]))).toBe(0)
  })

  it('requests a model in the service’s format', async () => {
    const { generation } = connect()
    const submitted = await generation!.submit?.(request, signal())
    await generation!.produce({ ...request, ...submitted }, () => {}, signal())
    const [method, path] = routes.order.split(' ')
    const sent = service.calls.find((call) => call.method === method && call.path === path)
    const { body } = sent ?? {}
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    for (const part of told.order) expect(text).toContain(part)
    // The request must not contain ids of this server, which mean nothing to the service.
    expect(text).not.toContain('ours')
  })

  it('reports progress and cost, and resumes the task by its id after a restart', async () => {
    const { generation } = connect()
    const submitted = await generation!.submit?.(request, signal())
    const moves: { stage?: string; progress?: number }[] = []
    const made = routes.look === undefined ? generation! : connect().generation!
    const result = await made.produce(
      { ...request, ...submitted },
      (move) => moves.push(move),
      signal(),
    )
    expect(moves).toEqual(expect.arrayContaining([...told.moves]))
    expect(result.cost).toBe(told.cost)
  })

  it('downloads the result immediately, because its URL expires soon', async () => {
    const { look, result } = routes
    if (look === undefined || result === undefined) return
    const { generation } = connect()
    const submitted = await generation!.submit?.(request, signal())
    await generation!.produce({ ...request, ...submitted }, () => {}, signal())
    const asked = service.calls.map(({ method, path }) => `${method} ${path}`)
    const fetched = asked.indexOf(result)
    expect(fetched).toBeGreaterThan(0)
    // Some services list files separately or report the price between the poll and the download.
    expect(asked.slice(0, fetched).lastIndexOf(look)).toBeGreaterThanOrEqual(fetched - 3)
  })

  it('checks the API key and creates no task', async () => {
    expect(await connect().checkKeys!(signal())).toBe(told.key)
    if (Object.keys(fixture.secrets).length === 0) return
    const wrong = connect({ key: 'wrong-key' }).checkKeys!(signal())
    await expect(wrong).rejects.toMatchObject({ isAboutKey: true })
    expect(service.countOf(...(routes.order.split(' ') as [string, string]))).toBe(0)
  })

  it('reports the account’s balance if the service supports it', async () => {
    const account = await connect().generation!.readAccount?.(signal())
    expect(account?.balance).toBe(told.balance)
  })

  it.runIf(told.cancel)('cancels a stopped task, but not a task that will resume', async () => {
    const [method, path] = told.cancel!.split(' ') as [string, string]
    for (const [reason, count] of [
      ['closing', 0],
      ['cancelled', 1],
    ] as const) {
      fixture.serve(service, tinyGlb())
      const { generation } = connect()
      const submitted = await generation!.submit?.(request, signal())
      const stop = new AbortController()
      const stopped = generation!.produce(
        { ...request, ...submitted },
        () => stop.abort(new TaskStoppedError(reason)),
        stop.signal,
      )
      await expect(stopped).rejects.toThrow(/stopped/)
      await expect.poll(() => service.countOf(method, path)).toBe(count)
    }
  })
})

it('every entry of providerKinds has a name, a description, and at most two required fields', () => {
  for (const { id, name, about, secrets, address, group } of providerKinds) {
    expect(id).toMatch(/^[a-z][a-z0-9-]{0,39}$/)
    expect(name).not.toBe('')
    expect(about).toMatch(/\.$/)
    // The form hides the default address of a cloud service until the user opens it.
    const showsAddress = address && !(group === 'cloud' && address.default !== undefined)
    expect(secrets.length + (showsAddress ? 1 : 0)).toBeLessThanOrEqual(2)
  }
  expect(new Set(providerKinds.map(({ id }) => id)).size).toBe(providerKinds.length)
})
