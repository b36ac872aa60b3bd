import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { serveFolder } from '../serve-folder.ts'

const root = fileURLToPath(new URL('./page', import.meta.url))
/** Headers that make the page cross-origin isolated, so that its clock has a resolution of 5 µs. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

export async function serveChatPage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-page-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), tailwindcss()],
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 4_000 },
  })
  return serveFolder(outDir, { headers: isolation })
}
