import { describe, expect, it } from 'vitest'
import { droppedFiles } from './dropped-files.ts'

type Tree = { [name: string]: string | Tree }

/**
 * Creates a fake `FileSystemEntry`, whose reader returns a folder's entries in chunks, as browsers
 * do.
 */
function createEntry(name: string, content: string | Tree): unknown {
  if (typeof content === 'string') {
    return {
      isFile: true,
      isDirectory: false,
      file: (give: (file: File) => void) => give(new File([content], name)),
    }
  }
  const pieces = Object.entries(content).map((one) => [createEntry(...one)])
  return {
    isFile: false,
    isDirectory: true,
    createReader: () => {
      let at = 0
      return { readEntries: (give: (piece: unknown[]) => void) => give(pieces[at++] ?? []) }
    },
  }
}

const drop = (tree: Tree) =>
  ({
    items: Object.entries(tree).map((one) => ({ webkitGetAsEntry: () => createEntry(...one) })),
    files: Object.keys(tree).map((name) => new File([], name)),
  }) as unknown as DataTransfer

describe('droppedFiles', () => {
  it('returns files that are dropped without a folder', async () => {
    const files = await droppedFiles(drop({ 'a.obj': '', 'a.mtl': '' }))
    expect(files.map(({ name }) => name)).toEqual(['a.obj', 'a.mtl'])
  })

  it('reads folders whose entries arrive in chunks', async () => {
    const files = await droppedFiles(
      drop({ model: { 'a.gltf': '{}', 'a.bin': '', textures: { 'b.png': '' } } }),
    )
    expect(files.map(({ name }) => name)).toEqual(['a.gltf', 'a.bin', 'b.png'])
  })
})
