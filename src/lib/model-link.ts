/** A place of a model of the library: a part by its name, or a point. */
export type ModelPlace =
  | { part: string }
  /** In metres, from the middle of the ground that the model stands on: to the right, up, to the front. */
  | { at: readonly [x: number, y: number, z: number] }

export type ModelLink = { assetId: string; place?: ModelPlace | undefined }

const form = /^model:([0-9a-z]{20})(?:#(part|at)=([^#\s]{1,600}))?$/i
const pointForm = /^(-?\d{1,6}(?:\.\d{1,9})?),(-?\d{1,6}(?:\.\d{1,9})?),(-?\d{1,6}(?:\.\d{1,9})?)$/

/** Longest name of a part that a link may hold. */
const partLengthMax = 100

/**
 * Reads the address by which a text points at a model or a part of it: `model:ID`, `model:ID#part=Left%20arm`,
 * `model:ID#at=0.01,0.2,0.03`.
 */
export function readModelLink(url: string): ModelLink | undefined {
  const [, id = '', kind, words = ''] = form.exec(url) ?? []
  if (id === '') return undefined
  const assetId = id.toLowerCase()
  if (kind === undefined) return { assetId }
  const place = kind.toLowerCase() === 'at' ? pointIn(words) : partIn(words)
  return { assetId, ...(place && { place }) }
}

/** As `readModelLink` reads it, without characters that mean something in Markdown. */
export function modelLinkTo(assetId: string, place?: ModelPlace): string {
  if (!place) return `model:${assetId}`
  if ('part' in place) return `model:${assetId}#part=${encoded(place.part)}`
  return `model:${assetId}#at=${place.at.map((metres) => Number(metres.toFixed(4))).join(',')}`
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*~_]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function partIn(words: string): ModelPlace | undefined {
  try {
    const part = decodeURIComponent(words).trim()
    return part === '' || part.length > partLengthMax ? undefined : { part }
  } catch {
    return undefined
  }
}

function pointIn(words: string): ModelPlace | undefined {
  const [, ...numbers] = pointForm.exec(words) ?? []
  const [x, y, z] = numbers.map(Number)
  return x === undefined || y === undefined || z === undefined ? undefined : { at: [x, y, z] }
}
