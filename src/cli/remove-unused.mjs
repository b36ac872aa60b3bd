import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * Packages for functions that this app does not use: playing videos and tracking faces in drei, and
 * bundling code in manifold-3d.
 */
const unusedPackages = ['@mediapipe/tasks-vision', 'esbuild-wasm', 'hls.js', 'stats-gl']
/** Matches files that neither the build nor the server reads, such as source maps. */
const unusedFile =
  /\.map$|onnxruntime-web[\\/]dist[\\/](?:ort\.(?:all|webgl|jspi|wasm|js|mjs|min|bundle)|ort-wasm-simd-threaded\.(?:jsep|jspi))/
const kept = /^(?:package\.json|licen[cs]e.*|copying.*|notice.*)$/i

/** Removes 330 MB of packages and files that `npm start` does not need. */
export function removeUnused(modules) {
  for (const name of unusedPackages) {
    const folder = path.join(modules, name)
    if (!existsSync(folder)) continue
    for (const entry of readdirSync(folder)) {
      if (!kept.test(entry)) rmSync(path.join(folder, entry), { recursive: true })
    }
  }
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && unusedFile.test(file)) rmSync(file)
  }
}
