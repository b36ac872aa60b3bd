import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tinyGlb } from '../../generation/tasks.fixture.ts'
import { hunyuanServerFixture } from '../hunyuan/hunyuan-server.fixture.ts'
import { trellisServerFixture } from '../trellis/trellis-server.fixture.ts'
import { openService, json } from './service.fixture.ts'
import { settingsFor, type Service3dFixture, type TestService } from './service-3d.fixture.ts'
import { toFailureCode } from './task-failed.ts'

let service: TestService
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.close())

async function failureOf(fixture: Service3dFixture, answer: object, status: number) {
  fixture.serve(service, tinyGlb())
  service.on(fixture.routes.order, json(answer, status))
  const { generation } = fixture.connect(settingsFor(service.origin, {}), { pollMs: 2 })
  const signal = AbortSignal.timeout(300_000)
  return generation!.produce(fixture.request, () => {}, signal).catch((error: unknown) => error)
}

describe('toFailureCode', () => {
  it.each([
    'CUDA out of memory. Tried to allocate 2.00 GiB.',
    'torch.OutOfMemoryError: Allocation on device',
    'This error means you ran out of memory on your GPU.',
    'ggml_backend_cuda: cudaMalloc failed: out of memory',
    'DefaultCPUAllocator: not enough memory: you tried to allocate 8 bytes',
    'failed to allocate CUDA0 buffer of size 100',
    'std::bad_alloc',
  ])('recognizes “%s”', (said) => expect(toFailureCode(said)).toBe('out_of_memory'))

  it.each(['', 'The picture shows no object.', 'Out of credits', 'Could not allocate a worker'])(
    'does not recognize “%s”',
    (said) => expect(toFailureCode(said)).toBe('provider_failed'),
  )
})

describe('a self-hosted server that answers with the model', () => {
  it('reports that its memory ran out', async () => {
    const said = { detail: 'CUDA out of memory. Tried to allocate 2.00 GiB.' }
    expect(await failureOf(trellisServerFixture, said, 500)).toMatchObject({
      code: 'out_of_memory',
      message: expect.stringContaining('Tried to allocate 2.00 GiB.'),
    })
  })

  it('does not blame the address for a failure that Hunyuan3D reports with status 404', async () => {
    const said = { text: '**NETWORK ERROR DUE TO HIGH TRAFFIC.**', error_code: 1 }
    expect(await failureOf(hunyuanServerFixture, said, 404)).toMatchObject({
      code: 'provider_failed',
      message: 'My service could not make this model, and does not say why.',
    })
  })

  it('blames the address if the path does not exist', async () => {
    expect(await failureOf(hunyuanServerFixture, { detail: 'Not Found' }, 404)).toMatchObject({
      message: expect.stringContaining('does not know this address'),
    })
  })
})
