import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { buildPage } from '../build-page.ts'
import { serveFolder } from '../serve-folder.ts'

const root = fileURLToPath(new URL('./page', import.meta.url))

const scripts = {
  ours: './ours.tsx',
  drei: './drei.tsx',
  'model-viewer': './model-viewer.ts',
  o3dv: './o3dv.ts',
} as const

export type ViewerName = keyof typeof scripts
export const viewerNames = ['ours', 'drei', 'model-viewer', 'o3dv'] as const satisfies ViewerName[]

const fillIn = (name: ViewerName): Plugin => ({
  name: 'viewer-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('%viewer%', name).replace('%script%', scripts[name]),
  },
})

/**
 * Builds a page per viewer for production, and serves the pages on a free port as
 * `/NAME/page.html`.
 * @param models contents of `/models/NAME.glb`.
 */
export async function serveViewers(
  models: ReadonlyMap<string, Uint8Array>,
  names: readonly ViewerName[] = viewerNames,
) {
  const outDir = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-viewers-'))
  // Builds the pages separately, because shared chunks would contain code of other viewers.
  for (const name of names) {
    await buildPage({
      root,
      page: 'page.html',
      outDir: path.join(outDir, name),
      plugins: [fillIn(name), react()],
    })
  }
  const bodies = new Map([...models].map(([name, body]) => [`/models/${name}.glb`, body]))
  return serveFolder(outDir, { bodies })
}
