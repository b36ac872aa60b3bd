export type ModelPlace =
  | { part: string }
  | { note: string }
  /**
   * Position in metres relative to the centre of the ground below the model: x to the right, y up,
   * z to the front.
   */
  | { at: readonly [x: number, y: number, z: number] }

export type ModelLink = { assetId: string; place?: ModelPlace | undefined }

const form = /^model:([0-9a-z]{20})(?:#(part|note|at)=([^#\s]{1,600}))?$/i
const pointForm = /^(-?\d{1,6}(?:\.\d{1,9})?),(-?\d{1,6}(?:\.\d{1,9})?),(-?\d{1,6}(?:\.\d{1,9})?)$/

const nameLengthMax = 100

/**
 * Parses a link to a model or a place on the model: `model:ID`, `model:ID#part=Left%20arm`,
 * `model:ID#at=0.01,0.2,0.03`.
 */
export function readModelLink(url: string): ModelLink | undefined {
  const [, id = '', kind, words = ''] = form.exec(url) ?? []
  if (id === '') return undefined
  const assetId = id.toLowerCase()
  if (kind === undefined) return { assetId }
  if (kind.toLowerCase() === 'at') {
    const place = pointIn(words)
    return { assetId, ...(place && { place }) }
  }
  const name = nameIn(words)
  if (name === undefined) return { assetId }
  return { assetId, place: kind.toLowerCase() === 'note' ? { note: name } : { part: name } }
}

/** Creates a link for `readModelLink`, without characters that have a meaning in Markdown. */
export function modelLinkTo(assetId: string, place?: ModelPlace): string {
  if (!place) return `model:${assetId}`
  if ('part' in place) return `model:${assetId}#part=${encoded(place.part)}`
  if ('note' in place) return `model:${assetId}#note=${encoded(place.note)}`
  return `model:${assetId}#at=${place.at.map((metres) => Number(metres.toFixed(4))).join(',')}`
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*~_]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const plain = (text: string) => text.trim().toLowerCase()

/**
 * Returns the position of the note to which a link points. The link contains at least the start of
 * the note's text.
 */
export function findNotePlace(
  place: ModelPlace | undefined,
  notes: readonly { text: string; at: readonly [number, number, number] }[] = [],
): ModelPlace | undefined {
  if (!place || !('note' in place)) return place
  const wanted = plain(place.note)
  const found =
    notes.find(({ text }) => plain(text) === wanted) ??
    notes.find(({ text }) => plain(text).startsWith(wanted))
  return found ? { at: found.at } : place
}

function nameIn(words: string): string | undefined {
  try {
    const name = decodeURIComponent(words).trim()
    return name === '' || name.length > nameLengthMax ? undefined : name
  } catch {
    return undefined
  }
}

function pointIn(words: string): ModelPlace | undefined {
  const [, ...numbers] = pointForm.exec(words) ?? []
  const [x, y, z] = numbers.map(Number)
  return x === undefined || y === undefined || z === undefined ? undefined : { at: [x, y, z] }
}
