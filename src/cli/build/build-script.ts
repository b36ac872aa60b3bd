import { build, type LibraryOptions, type UserConfig } from 'vite'

type ScriptOptions = Pick<LibraryOptions, 'name'> & {
  /** Format of the script: `es` is a module, `iife` a classic script. */
  format: 'es' | 'iife'
  define?: UserConfig['define']
}

/**
 * Bundles a module and all its imports into one minified script.
 * @param entry absolute path of the module.
 */
export async function buildScript(
  entry: string,
  { format, name, define = {} }: ScriptOptions,
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define,
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: [format], ...(name !== undefined && { name }) },
    },
  })
  const [first] = [built].flat()
  const [chunk] = first && 'output' in first ? first.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not built.`)
  return chunk.code
}
