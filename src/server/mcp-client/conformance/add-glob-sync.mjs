// The conformance package imports `globSync` from `fs`, which Node 20 lacks. No client scenario
// calls it.
import { register } from 'node:module'

const toModule = (source) => `data:text/javascript,${encodeURIComponent(source)}`

const shim = toModule(`
  import fs from 'node:fs'
  export * from 'node:fs'
  export default fs
  export const globSync = fs.globSync ?? (() => { throw new Error('Node 20 has no globSync.') })
`)

register(
  toModule(`export const resolve = (name, context, next) =>
    name === 'fs' ? { url: ${JSON.stringify(shim)}, shortCircuit: true } : next(name, context)`),
)
