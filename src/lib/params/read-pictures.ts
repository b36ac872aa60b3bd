import { asList, asNumber, asText, asTexts } from '#lib/fields.ts'
import { ownValue, dropUndefined } from '../own-value.ts'
import { asSchema, getHints, isPicture, getPictureSchema, type JsonSchema } from './param-schema.ts'

/** Requirements for a picture, which are checked before the upload. */
export type PictureRules = {
  mimeTypes?: string[]
  sizeBytesMax?: number
  sidePxMin?: number
  sidePxMax?: number
  /**
   * Recommended length of the shortest side in pixels. Smaller pictures are accepted but give poor
   * results.
   */
  sidePxAdvised?: number
  /** How the picture is sent: as an object with `file_token`, or as the picture's address. */
  value: 'token' | 'address'
}

export type ViewSlot = { name: string; title: string; isRequired: boolean }

/** Names of the keys for the side and the picture in a view that is an object. */
export type ViewKeys = { side: string; picture: string }

export function picturesKind(schema: JsonSchema): 'pictures' | 'views' | undefined {
  const { widget } = getHints(schema)
  if (widget === 'views' && readViewSlots(schema).length > 0) return 'views'
  const items = asSchema(schema['items'])
  if (!items) return undefined
  const isListed = isPicture(items) || (widget === 'images' && items['type'] === 'string')
  return isListed ? 'pictures' : undefined
}

/**
 * Returns the views that the user can add: one per entry of `prefixItems`, or one per side that the
 * schema allows.
 */
export function readViewSlots(schema: JsonSchema): ViewSlot[] {
  const hints = getHints(schema)
  const titles = asSchema(hints['slotLabels']) ?? {}
  const title = (name: string): string => asText(ownValue(titles, name)) ?? spoken(name)
  const names = asTexts(hints['slots'])
  const places = asList(schema['prefixItems']).map(asSchema)
  if (places.length > 0) {
    if (!places.every((place) => place && isPicture(place))) return []
    return places.map((place, at) => {
      const name = names[at] ?? String(at + 1)
      const isRequired = place !== undefined && getPictureSchema(place)?.mayBeEmpty === false
      return { name, title: title(name), isRequired }
    })
  }
  const keys = readViewKeys(schema)
  const sides = keys && asTexts(asSchema(ownValue(viewProperties(schema), keys.side))?.['enum'])
  return (sides ?? []).map((name) => ({ name, title: title(name), isRequired: false }))
}

/** Returns the keys of views that are objects with a side, as given in `x-ui.uniqueBy`. */
export function readViewKeys(schema: JsonSchema): ViewKeys | undefined {
  const side = asText(getHints(schema)['uniqueBy'])
  const properties = viewProperties(schema)
  if (side === undefined || !asSchema(ownValue(properties, side))?.['enum']) return undefined
  const texts = Object.entries(properties).flatMap(([name, part]) => {
    const property = asSchema(part)
    return name !== side && property?.['type'] === 'string' ? [{ name, property }] : []
  })
  const byAddress =
    texts.find(({ property }) => isPicture(property) && !('contentEncoding' in property)) ??
    texts.find(({ property }) => property['format'] === 'uri')
  return byAddress && { side, picture: byAddress.name }
}

function viewProperties(schema: JsonSchema): Readonly<Record<string, unknown>> {
  const items = asSchema(schema['items'])
  const options = asList(items?.['anyOf']).map(asSchema)
  const object = [items, ...options].find((option) => asSchema(option?.['properties']))
  return asSchema(object?.['properties']) ?? {}
}

/** Reads the requirements for a param's pictures from its `x-ui` hints. */
export function readPictureRules(schema: JsonSchema): PictureRules {
  const hints = getHints(schema)
  const mimeTypes = asTexts(hints['accept'])
  const items = asSchema(schema['items']) ?? asSchema(asList(schema['prefixItems'])[0])
  const isText = readViewKeys(schema) !== undefined || (items ?? schema)['type'] === 'string'
  const rules: PictureRules = { value: isText ? 'address' : 'token' }
  if (mimeTypes.length > 0) rules.mimeTypes = mimeTypes
  const numbers = {
    sizeBytesMax: asNumber(hints['maxBytes']),
    sidePxMin: asNumber(hints['minSidePx']),
    sidePxMax: asNumber(hints['maxSidePx']),
    sidePxAdvised: asNumber(hints['recommendedMinSidePx']),
  }
  return Object.assign(rules, dropUndefined(numbers))
}

const spoken = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
