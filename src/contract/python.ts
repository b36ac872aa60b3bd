import * as z from 'zod/mini'

/** Maximum size of a package file in bytes. */
export const pythonPackageBytesMax = 64 * 1024 * 1024

/** Name of a file of Pyodide, such as `numpy-2.4.6-cp314-cp314-pyemscripten_2026_0_wasm32.whl`. */
export const pythonFileNameSchema = z.string().check(z.regex(/^[A-Za-z0-9][\w.+-]{0,199}$/))

/** A package that Python in the browser (Pyodide) can load. */
export const pythonPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  file: pythonFileNameSchema,
  address: z.string(),
  isThere: z.boolean(),
})
export type PythonPackage = z.infer<typeof pythonPackageSchema>

/** Response of `GET /api/python`. */
export const pythonStateSchema = z.object({
  version: z.string(),
  python: z.string(),
  /** Packages that are usual for figures and charts, and all packages on this server. */
  packages: z.array(pythonPackageSchema),
})
export type PythonState = z.infer<typeof pythonStateSchema>
