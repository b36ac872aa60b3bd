/**
 * The pages' security policy forbids code generation. A dependency of `@gltf-transform/functions`
 * generates functions for pixel operations while it loads. These functions are not needed here, so
 * the dependency gets placeholders. A placeholder throws when it is called. Import this file first,
 * in workers only.
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
