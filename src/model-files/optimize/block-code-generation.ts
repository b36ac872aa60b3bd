/**
 * Import this file first, in workers only. `@gltf-transform/functions` depends on code generation
 * at loading time, which the pages' security policy forbids. Placeholders that throw replace the
 * generated functions, which are not used.
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
