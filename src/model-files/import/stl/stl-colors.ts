import { toLinear } from '../to-linear.ts'

const firstRow = 84
const rowBytes = 50
const headerMax = 80

type Color = readonly [red: number, green: number, blue: number]

/**
 * Returns the linear colour of each corner, or undefined for a file without colours. Supports two
 * encodings. Magics writes `COLOR=` in the header, and the highest bit means the header's colour.
 * VisCAM and SolidView put blue first, and the highest bit means that the colour is valid.
 */
export function createStlColors(
  view: DataView,
  count: number,
): Float32Array<ArrayBuffer> | undefined {
  const attributes = Uint16Array.from({ length: count }, (_, at) =>
    view.getUint16(firstRow + at * rowBytes + 48, true),
  )
  const whole = getHeaderColor(view)
  const read = whole ? getMagicsReader(attributes, whole) : getVisCamReader(attributes)
  if (!read) return undefined
  const colors = new Float32Array(count * 9)
  attributes.forEach((attribute, triangle) => {
    const color = read(attribute)
    for (let corner = 0; corner < 3; corner++) colors.set(color, triangle * 9 + corner * 3)
  })
  return colors
}

function getHeaderColor(view: DataView): Color | undefined {
  const head = new TextDecoder('latin1').decode(
    new Uint8Array(view.buffer, view.byteOffset, Math.min(headerMax, view.byteLength)),
  )
  const at = head.indexOf('COLOR=')
  if (at < 0 || at + 9 > head.length) return undefined
  const channel = (place: number) => toLinear(view.getUint8(at + 6 + place) / 255)
  return [channel(0), channel(1), channel(2)]
}

const channels = (attribute: number): Color => {
  const channel = (shift: number) => toLinear(((attribute >> shift) & 31) / 31)
  return [channel(0), channel(5), channel(10)]
}

/** Some programs write only the header's colour, so triangles without a colour are allowed. */
function getMagicsReader(
  attributes: Uint16Array,
  whole: Color,
): ((attribute: number) => Color) | undefined {
  if (attributes.every((attribute) => attribute === 0)) return undefined
  return (attribute) => (attribute & 0x8000 ? whole : channels(attribute))
}

/**
 * All attributes must be valid colours, because other programs store other data in the attribute.
 */
function getVisCamReader(attributes: Uint16Array): ((attribute: number) => Color) | undefined {
  const isColored = attributes.some((attribute) => attribute & 0x8000)
  const isValid = attributes.every((attribute) => attribute === 0 || attribute & 0x8000)
  if (!isColored || !isValid) return undefined
  return (attribute) => {
    const [blue, green, red] = channels(attribute)
    return attribute & 0x8000 ? [red, green, blue] : unpaintedColor
  }
}

const unpaintedColor: Color = [0.6, 0.6, 0.6]
