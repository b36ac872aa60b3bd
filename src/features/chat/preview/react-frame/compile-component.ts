import { transform } from 'sucrase'

type CreateFunction = (code: string, ...names: string[]) => Function

/** Matches the names of components that a file declares without exporting them. */
const declared = /^(?:export\s+)?(?:async\s+)?(?:function|class|const|let|var)\s+([A-Z]\w*)/gm

/**
 * Compiles and runs a file with JSX or TypeScript.
 * @param load returns the exports of an imported module.
 * @returns the default export, or else `App`, the last declared component or undefined.
 */
export function compileComponent(
  source: string,
  load: (name: string) => unknown,
  createFunction: CreateFunction,
): unknown {
  const { code } = transform(source, {
    transforms: ['typescript', 'jsx', 'imports'],
    jsxRuntime: 'automatic',
    production: true,
  })
  const names = [...source.matchAll(declared)].map(([, name = '']) => name)
  const last = names.includes('App') ? 'App' : names.at(-1)
  const own =
    last === undefined ? '' : `\nif (typeof ${last} === 'function') exports.lastComponent = ${last}`
  const exports: Record<string, unknown> = {}
  const module = { exports }
  createFunction(code + own, 'require', 'module', 'exports')(load, module, exports)
  const isRendered = /\b(?:createRoot|hydrateRoot)\s*\(/.test(source)
  const { default: main, lastComponent } = module.exports
  return main ?? (isRendered ? undefined : lastComponent)
}
