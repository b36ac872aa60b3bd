/** Maximum memory of Python in bytes, above which Python raises a MemoryError. */
const memoryMax = 512 * 1024 * 1024
/** Maximum length of the output in UTF-16 units. */
const outputMax = 200_000
const filesMax = 20
/** Maximum size of all files together that the code has written, in bytes. */
const fileBytesMax = 20 * 1024 * 1024

/**
 * Python code that runs the code of a chat. It returns the last value and the error as texts.
 * Pictures of Matplotlib become files.
 */
const runner = `
import os, sys, warnings
warnings.filterwarnings('ignore', message='.*is non-interactive.*')

async def run(code):
    import traceback
    from pyodide.code import eval_code_async
    value = problem = None
    try:
        result = await eval_code_async(code, {'__name__': '__main__'}, filename='answer.py')
        value = None if result is None else repr(result)
    except SystemExit as end:
        problem = None if end.code in (None, 0) else f'The program ended with {end.code}.'
    except BaseException as error:
        trace = error.__traceback__
        while trace and trace.tb_frame.f_code.co_filename != 'answer.py':
            trace = trace.tb_next
        problem = ''.join(traceback.format_exception(type(error), error, trace))
    if 'matplotlib.pyplot' in sys.modules:
        plot = sys.modules['matplotlib.pyplot']
        for number in plot.get_fignums():
            plot.figure(number).savefig(f'figure-{number}.png', dpi=144, bbox_inches='tight')
    sys.stdout.flush()
    sys.stderr.flush()
    return [text and text[:${outputMax}] for text in (value, problem)]

run
`

/**
 * Runs Python once in a worker. The worker has no network. It receives all files in messages, and
 * `fetch` returns only these files.
 */
export const pythonWorker = `
const memoryMax = ${memoryMax}
const { grow } = WebAssembly.Memory.prototype
Object.defineProperty(WebAssembly.Memory.prototype, 'grow', {
  value(pages) {
    if (this.buffer.byteLength + pages * 65536 > memoryMax) throw new RangeError('The memory limit is reached.')
    return Reflect.apply(grow, this, [pages])
  },
})
const base = 'https://python.invalid/'
const files = new Map()
self.fetch = async (address) => {
  const name = String(address?.url ?? address).slice(base.length)
  const bytes = files.get(name)
  if (!bytes) return new Response('', { status: 404 })
  const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
  return new Response(bytes, { headers: { 'Content-Type': type } })
}
const importFile = async (name) => {
  const url = URL.createObjectURL(new Blob([files.get(name)], { type: 'text/javascript' }))
  try {
    return await import(url)
  } finally {
    URL.revokeObjectURL(url)
  }
}
const post = self.postMessage.bind(self)
let textLeft = ${outputMax}
const write = (words) => {
  if (textLeft <= 0) return
  post({ type: 'python-output', words: (words + '\\n').slice(0, textLeft) })
  textLeft -= words.length + 1
  if (textLeft <= 0) post({ type: 'python-output', words: '\\n… The output is longer and was cut.\\n' })
}
const nextMessage = () =>
  new Promise((resolve) => self.addEventListener('message', ({ data }) => resolve(data), { once: true }))
const addFiles = (list) => {
  for (const { name, bytes } of list) files.set(name, bytes)
}

/** Returns the locked packages that the code imports, with all that they depend on. */
const findPackages = (imports, lock) => {
  const byName = new Map(Object.entries(lock.packages))
  const names = new Set()
  for (const [name, { imports: own }] of byName) if (own.some((one) => imports.has(one))) names.add(name)
  for (const name of names) for (const needed of byName.get(name)?.depends ?? []) names.add(needed)
  return [...names].map((name) => byName.get(name))
}

const listFiles = (FS, folder) => {
  const found = []
  for (const name of FS.readdir(folder)) {
    if (name === '.' || name === '..') continue
    const path = folder + '/' + name
    const { mode, mtime, size } = FS.stat(path)
    if (FS.isDir(mode)) found.push(...listFiles(FS, path))
    else if (FS.isFile(mode)) found.push({ path, mtime: mtime.getTime(), size })
  }
  return found
}

const start = async ({ code, runtime, inputs }) => {
  addFiles(runtime)
  const lock = JSON.parse(new TextDecoder().decode(files.get('pyodide-lock.json')))
  const { loadPyodide } = await importFile('pyodide.mjs')
  const { default: createPyodideModule } = await importFile('pyodide.asm.mjs')
  const pyodide = await loadPyodide({
    indexURL: base,
    packageBaseUrl: base,
    lockFileContents: lock,
    createPyodideModule,
    // Python gets no access to the functions of the browser.
    jsglobals: { Object, Array, Promise, Error },
    stdout: write,
    stderr: write,
    stdin: () => null,
    env: { MPLBACKEND: 'agg', HOME: '/home/pyodide' },
  })
  const imports = new Set(pyodide.pyimport('pyodide.code').find_imports(code).toJs())
  const packages = findPackages(imports, lock)
  let missing = []
  if (packages.length > 0) {
    post({ type: 'python-needs', files: packages.map(({ file_name }) => file_name) })
    addFiles((await nextMessage()).packages)
    missing = packages.filter(({ file_name }) => !files.has(file_name)).map(({ name }) => name)
    const there = packages.filter(({ file_name }) => files.has(file_name)).map(({ name }) => name)
    if (there.length > 0) await pyodide.loadPackage(there, { messageCallback: () => {}, errorCallback: write, checkIntegrity: false })
  }
  const { FS } = pyodide
  const home = '/home/pyodide'
  for (const { name, bytes } of inputs) FS.writeFile(home + '/' + name, new Uint8Array(bytes))
  const before = new Map(listFiles(FS, home).map(({ path, mtime, size }) => [path, mtime + ' ' + size]))
  const run = pyodide.runPython(${JSON.stringify(runner)})
  post({ type: 'python-started' })
  const [value, problem] = (await run(code)).toJs()
  const written = listFiles(FS, home).filter(({ path, mtime, size }) => before.get(path) !== mtime + ' ' + size)
  let bytesLeft = ${fileBytesMax}
  const kept = written.filter(({ size }) => size <= bytesLeft && (bytesLeft -= size) >= 0).slice(0, ${filesMax})
  const results = kept.map(({ path }) => ({ name: path.slice(home.length + 1).replaceAll('/', '-'), bytes: FS.readFile(path).buffer }))
  post(
    { type: 'python-done', value: value ?? undefined, problem: problem ?? undefined, missing, files: results, leftOut: written.length - kept.length },
    results.map(({ bytes }) => bytes),
  )
}

nextMessage().then(start).catch((error) => post({ type: 'python-failed', problem: String(error?.message ?? error) }))
`

/** Script of the frame: starts the worker, and passes messages between the worker and the page. */
export const pythonFrameScript = `
let worker
addEventListener('message', ({ data, source }) => {
  if (source !== parent) return
  if (!worker) {
    const url = URL.createObjectURL(new Blob([${JSON.stringify(pythonWorker)}], { type: 'text/javascript' }))
    worker = new Worker(url)
    worker.addEventListener('message', ({ data: told }) => parent.postMessage(told, '*', (told.files ?? []).flatMap(({ bytes }) => bytes ?? [])))
    worker.addEventListener('error', ({ message }) => parent.postMessage({ type: 'python-failed', problem: message }, '*'))
  }
  worker.postMessage(data)
})
parent.postMessage({ type: 'python-ready' }, '*')
`
