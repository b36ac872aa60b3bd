/**
 * Our pages forbid code that is written while they run. A package that comes along with
 * `@gltf-transform/functions` writes some when it is loaded, for work on pixels that is not asked
 * of it here: it gets functions that refuse. Import this before it, in a worker only.
 */
const refuse = () => {
  throw new Error('Code that is written while the page runs is not allowed.')
}
const written = () => () => refuse

Reflect.set(globalThis, 'Function', new Proxy(Function, { apply: written(), construct: written() }))
