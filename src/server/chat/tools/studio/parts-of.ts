import { asList, asNumber, asRecord, asString } from '#lib/fields.ts'
import { GlbError, readGlbChunks } from '#lib/gltf/glb.ts'
import type { Asset } from '#contract/assets.ts'
import { modelLinkTo } from '#lib/links/model-link.ts'

const partsMax = 40
const nameLengthMax = 100
const noteNameMax = 60

/**
 * Returns the names of the visible parts of a GLB in order, or an empty list if the GLB has only
 * one part.
 */
export function listParts(glb: Uint8Array): string[] {
  try {
    const { json } = readGlbChunks(glb)
    const names = asList(json['nodes'])
      .map(asRecord)
      .filter(({ mesh }) => asNumber(mesh) !== undefined)
      .map(({ name }) => asString(name).trim())
      .filter((name) => name !== '' && name.length <= nameLengthMax)
    return names.length > 1 ? [...new Set(names)].slice(0, partsMax) : []
  } catch (error) {
    if (error instanceof GlbError) return []
    throw error
  }
}

/** Explains to a language model how an answer can link to a 3D model and its parts. */
export function linkWords(
  { id: assetId, notes = [] }: Pick<Asset, 'id' | 'notes'>,
  parts: readonly string[],
): string {
  const named = notes.filter(({ text }) => text.trim() !== '')
  const ofNotes = named.map(({ text }) => {
    const note = text.trim().slice(0, noteNameMax).trimEnd()
    return `${text.trim()}: ${modelLinkTo(assetId, { note })}`
  })
  const words = partWords(assetId, parts)
  if (ofNotes.length === 0) return words
  return `${words}\nNotes that the person wrote on it, each with the address of a link that turns the view there:\n${ofNotes.join('\n')}`
}

function partWords(assetId: string, parts: readonly string[]): string {
  const [first] = parts
  if (first === undefined) {
    return `To show the person this model, link it: [the model](${modelLinkTo(assetId)}).`
  }
  const links = parts.map((part) => `${part}: ${modelLinkTo(assetId, { part })}`)
  return `Parts, each with the address of a link that turns the person’s view there, such as [the part](${modelLinkTo(assetId, { part: first })}):\n${links.join('\n')}`
}
