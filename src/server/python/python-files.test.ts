import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPythonFiles } from './python-files.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'python-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const findUsual = async (name: string) => {
  const { packages } = await openPythonFiles(folder).list()
  return packages.find((one) => one.name === name)
}

describe('openPythonFiles', () => {
  it('lists the usual packages with their dependencies and download addresses', async () => {
    const { version, python, packages } = await openPythonFiles(path.join(folder, 'none')).list()
    expect(python).toMatch(/^3\.\d+\./)
    const names = packages.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['numpy', 'pandas', 'matplotlib', 'kiwisolver']))
    expect(new Set(names).size).toBe(names.length)
    expect(packages.every(({ isThere }) => !isThere)).toBe(true)
    const numpy = packages.find(({ name }) => name === 'numpy')
    expect(numpy?.address).toBe(
      `https://cdn.jsdelivr.net/pyodide/v${version}/full/${numpy?.file ?? ''}`,
    )
  })

  it('refuses a file with another content, and a file that is no package', async () => {
    const python = openPythonFiles(folder)
    const { file = '' } = (await findUsual('numpy')) ?? {}
    await expect(python.take(file, Buffer.from('evil'))).rejects.toThrow('damaged')
    await expect(python.take('evil-1.0-py3-none-any.whl', Buffer.from('x'))).rejects.toThrow(
      'is no package of Pyodide',
    )
    expect(await readdir(folder)).toEqual([])
  })

  it('stores, sends and removes a file with the locked checksum', async () => {
    const bytes = Buffer.from('package')
    const file = 'numpy-2.0-py3-none-any.whl'
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const numpy = { name: 'numpy', version: '2.0', file_name: file, sha256, depends: [] }
    const lock = { info: { python: '3.14.2' }, packages: { numpy } }
    await writeFile(path.join(folder, 'pyodide-lock.json'), JSON.stringify(lock))
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ version: '1' }))
    const python = openPythonFiles(path.join(folder, 'python'), () => folder)
    expect((await python.list()).packages).toMatchObject([{ file, isThere: false }])
    expect((await python.take(file, bytes)).packages).toMatchObject([{ file, isThere: true }])
    expect(await readFile(python.find(file))).toEqual(bytes)
    expect((await python.remove(file)).packages).toMatchObject([{ file, isThere: false }])
    expect(() => python.find(file)).toThrow('no such file')
  })

  it('sends the files of Pyodide and no file outside of its folders', () => {
    const python = openPythonFiles(folder)
    expect(path.basename(python.find('pyodide.asm.wasm'))).toBe('pyodide.asm.wasm')
    for (const name of ['../package.json', 'package.json', '..', 'pyodide.d.ts', '/etc/passwd']) {
      expect(() => python.find(name)).toThrow('no such file')
    }
  })
})
