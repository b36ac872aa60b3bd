/**
 * Our pages forbid code that is written while they run. A package that comes along with
 * `@gltf-transform/functions` writes some when it is loaded, for work on pixels that is not asked
 * of it here: it gets functions that do nothing then, and refuse as soon as there is work. Import
 * this before it, in a worker only.
 */
let isLoading = true
globalThis.addEventListener('message', () => {
  isLoading = false
})

function stand(): unknown {
  if (isLoading) return stand
  throw new Error('Code that is written while the page runs is not allowed.')
}
const written = () => stand

Reflect.set(globalThis, 'Function', new Proxy(Function, { apply: written, construct: written }))
