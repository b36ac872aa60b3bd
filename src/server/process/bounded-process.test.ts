import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { startBoundedProcess } from './bounded-process.ts'

async function run(code: string, bound: 'kernel' | 'watch') {
  const child = startBoundedProcess(['--input-type=module', '-e', code], {
    memoryMegabytesMax: 300,
    isSilent: true,
    bound,
  })
  const heard: unknown[] = []
  child.on('message', (message) => heard.push(message))
  const [exitCode, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return { heard, exitCode, signal }
}

const bounds = process.platform === 'linux' ? (['kernel', 'watch'] as const) : (['watch'] as const)

describe.each(bounds)('startBoundedProcess (memory limit enforced by: %s)', (bound) => {
  it('allows memory below the limit', async () => {
    const code = `process.send({ bytes: new Uint8Array(100e6).fill(7).subarray(0, 3) }); process.disconnect()`
    const { heard, exitCode } = await run(code, bound)
    expect(heard).toEqual([{ bytes: Uint8Array.of(7, 7, 7) }])
    expect(exitCode).toBe(0)
  })

  it.each([
    ['typed arrays', 'const all = []; for (;;) all.push(new Uint8Array(20e6).fill(1))'],
    ['objects', 'const all = []; for (;;) all.push(new Array(1e5).fill({}).map(() => ({})))'],
    [
      'WebAssembly',
      `const memory = new WebAssembly.Memory({ initial: 1 })
for (;;) { const at = memory.buffer.byteLength; if (memory.grow(300) < 0) throw 1; new Uint8Array(memory.buffer, at).fill(1) }`,
    ],
  ])('ends a process that exceeds the limit with %s', async (_what, code) => {
    const { exitCode, signal } = await run(code, bound)
    expect(signal ?? exitCode).not.toBe(0)
  })

  it('hides the server’s environment variables from the process', async () => {
    process.env['BOZZETTO_TEST_SECRET'] = 'secret'
    const { heard } = await run(
      'process.send(JSON.stringify(process.env)); process.disconnect()',
      bound,
    )
    delete process.env['BOZZETTO_TEST_SECRET']
    expect(heard).toHaveLength(1)
    expect(heard[0]).not.toContain('secret')
  })
})
