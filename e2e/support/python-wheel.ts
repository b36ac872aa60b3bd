import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'

const pyodide = path.dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))

const readPyodide = (name: string) => readFile(path.join(pyodide, name), 'utf8')

/** Python module that draws a bar chart as a PNG file, with the standard library only. */
const module = `
import struct, zlib

def bars(values, path):
    width, height = 20 * len(values), 10 * max(values)
    lines = b""
    for y in range(height, 0, -1):
        lines += b"\\0"
        for value in values:
            lines += (b"\\xa8\\x45\\x25" if 10 * value >= y else b"\\xff\\xff\\xff") * 20
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    with open(path, "wb") as file:
        file.write(b"\\x89PNG\\r\\n\\x1a\\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(lines)))
        file.write(chunk(b"IEND", b""))
`

export const wheelName = 'tinychart-1.2-py3-none-any.whl'

const wheel = zipSync({
  'tinychart/__init__.py': strToU8(module),
  'tinychart-1.2.dist-info/METADATA': strToU8(
    'Metadata-Version: 2.1\nName: tinychart\nVersion: 1.2\n',
  ),
  'tinychart-1.2.dist-info/WHEEL': strToU8(
    'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  ),
  'tinychart-1.2.dist-info/RECORD': strToU8('tinychart/__init__.py,,\n'),
})

export type PythonWithWheel = {
  /** Environment that makes a server use the folder instead of the package `pyodide`. */
  env: Record<string, string>
  wheel: Buffer
  stop: () => Promise<void>
}

/**
 * Creates a folder with Pyodide whose lock file also lists a package `tinychart`. The package's
 * wheel is not in the folder.
 */
export async function createPythonWithWheel(): Promise<PythonWithWheel> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-pyodide-'))
  for (const name of ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip']) {
    await symlink(path.join(pyodide, name), path.join(folder, name))
  }
  await writeFile(path.join(folder, 'package.json'), await readPyodide('package.json'))
  const lock = JSON.parse(await readPyodide('pyodide-lock.json')) as { packages: object }
  const tinychart = {
    name: 'tinychart',
    version: '1.2',
    file_name: wheelName,
    sha256: createHash('sha256').update(wheel).digest('hex'),
    imports: ['tinychart'],
    depends: [],
    install_dir: 'site',
    package_type: 'package',
    unvendored_tests: false,
  }
  const packages = { ...lock.packages, tinychart }
  await writeFile(path.join(folder, 'pyodide-lock.json'), JSON.stringify({ ...lock, packages }))
  const hook = path.join(folder, 'use-folder.cjs')
  await writeFile(
    hook,
    `const Module = require('node:module')
const resolve = Module._resolveFilename
Module._resolveFilename = function (name, ...others) {
  if (name === 'pyodide/package.json') return ${JSON.stringify(path.join(folder, 'package.json'))}
  return resolve.call(this, name, ...others)
}
`,
  )
  return {
    env: { NODE_OPTIONS: `--require ${hook}` },
    wheel: Buffer.from(wheel),
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}
