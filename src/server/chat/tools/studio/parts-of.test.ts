import { expect, it } from 'vitest'
import { writeGlb } from '#lib/gltf/glb.ts'
import { readModelLink } from '#lib/links/model-link.ts'
import { linkWords, listParts } from './parts-of.ts'

const id = '0123456789abcdefghij'
const nodes = (...list: object[]) => writeGlb({ asset: { version: '2.0' }, nodes: list })

it('listParts returns the names of the visible parts, and linkWords gives each part a readable link', () => {
  const parts = listParts(
    nodes(
      { name: 'Root', children: [1, 2] },
      { name: 'Left (arm)', mesh: 0 },
      { name: 'Hat', mesh: 1 },
    ),
  )
  expect(parts).toEqual(['Left (arm)', 'Hat'])
  const links = linkWords({ id }, parts).match(/model:[^\s)]+/g) ?? []
  expect(links.map(readModelLink)).toContainEqual({ assetId: id, place: { part: 'Left (arm)' } })
})

it('listParts returns nothing for a single part or an invalid GLB, and at most 40 names', () => {
  expect(listParts(nodes({ name: 'Body', mesh: 0 }))).toEqual([])
  expect(listParts(new Uint8Array(4))).toEqual([])
  const many = Array.from({ length: 90 }, (_, at) => ({ name: `Part ${at}`, mesh: 0 }))
  expect(listParts(nodes(...many))).toHaveLength(40)
  expect(linkWords({ id }, [])).toContain(`(model:${id})`)
})

it('linkWords links each note that has a text', () => {
  const note = { id: 1, at: [0, 1, 0] as [number, number, number] }
  const notes = [
    { ...note, text: ' Crack here ' },
    { ...note, text: '' },
  ]
  const words = linkWords({ id, notes }, [])
  expect(words).toContain(`Crack here: model:${id}#note=Crack%20here`)
  expect(words.match(/#note=/g)).toHaveLength(1)
})
