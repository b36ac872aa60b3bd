import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkNetworkFile } from './check-network-file.ts'

const weightsPath = fileURLToPath(new URL('../../engine/weights/u2netp.onnx', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'network-file-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function check(bytes: Uint8Array | string) {
  const path = join(folder, 'network.onnx')
  await writeFile(path, bytes)
  return checkNetworkFile(path)
}

test('checkNetworkFile accepts a complete ONNX file', () => {
  expect(checkNetworkFile(weightsPath)).toBeUndefined()
})

test('checkNetworkFile distinguishes missing, empty, truncated and other files', async () => {
  expect(checkNetworkFile(join(folder, 'missing.onnx'))).toBe('cannot be read')
  expect(checkNetworkFile(folder)).toBe('is a folder')
  expect(await check('')).toBe('is empty')
  const whole = await readFile(weightsPath)
  expect(await check(whole.subarray(0, whole.length >> 1))).toContain('is cut off')
  expect(await check('<!doctype html><title>Sign in</title>')).toBe('is not an ONNX network')
  expect(await check('version https://git-lfs.github.com/spec/v1\noid sha256:00')).toBe(
    'is not an ONNX network',
  )
})
