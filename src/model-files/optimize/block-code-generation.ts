/**
 * Import this file first, in workers only. A dependency of `@gltf-transform/functions` generates
 * code while it loads, which the pages' security policy forbids. The generated functions are not
 * needed, so they are replaced by placeholders that throw.
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
