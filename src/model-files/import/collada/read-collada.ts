import {
  type AnimationClip,
  BufferAttribute,
  type BufferGeometry,
  type LoadingManager,
  Mesh,
  type Object3D,
} from 'three'
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js'
import { formatPlural } from '#lib/format.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'
import { XmlDomParser } from './xml-dom.ts'

/**
 * Maximum length of a Collada text in bytes. The parsed elements take several times as much memory.
 */
const textMaxBytes = 128 * 2 ** 20

const leftOut: readonly [element: string, sentence: string][] = [
  ['physics_scene', 'Left out: physics.'],
  ['kinematics_scene', 'Left out: robot joints.'],
  ['morph', 'Left out: morph targets.'],
  ['spline', 'Left out: splines.'],
  ['brep', 'Left out: exact surfaces.'],
  ['convex_mesh', 'Left out: convex hulls.'],
]

/**
 * Reads a Collada file in metres and y up.
 * @param report receives omissions.
 */
export function readCollada(
  bytes: Uint8Array,
  manager: LoadingManager,
  report: ImportReport,
): { root: Object3D; animations: AnimationClip[] } {
  if (bytes.byteLength > textMaxBytes) {
    throw new UnworkableModelError('This DAE is larger than 128 MB, which is too large to open.')
  }
  const text = new TextDecoder(getEncoding(bytes)).decode(bytes)
  if (!/<(?:\w+:)?COLLADA(?=[\s>])/.test(text)) {
    throw new UnworkableModelError('This DAE is damaged, or not a Collada file.')
  }
  Reflect.set(globalThis, 'DOMParser', XmlDomParser)
  const resolve = manager.resolveURL.bind(manager)
  manager.resolveURL = (url) => resolve(url.replace(hiddenTga, '.tga'))
  const plain = withDecimalPoints(withoutTga(withoutPrefix(text)))
  const tidy = withAsset(withTriangles(withPolygonLists(withoutDangling(plain, report), report)))
  const read = new ColladaLoader(manager).parse(tidy, '')
  if (!read) throw new UnworkableModelError('This DAE is damaged: its XML cannot be read.')
  const root = read.scene
  if (/<up_axis>\s*X_UP/.test(text)) root.rotation.set(0, 0, Math.PI / 2)
  flattenUvs(root)
  for (const [element, sentence] of leftOut) {
    if (new RegExp(`<${element}(?=[\\s>])`).test(text)) report.losses.push(sentence)
  }
  return { root, animations: root.animations }
}

const hiddenTga = /\.tga-as-png$/i

/**
 * Hides TGA files from three.js' decoder, because the importer has already converted TGA to PNG.
 */
const withoutTga = (text: string): string =>
  // Searches only in image elements, because the same name may be an id elsewhere in the file.
  text.replaceAll(/<image(?=[\s>])[\s\S]*?<\/image>/g, (image) =>
    image.replaceAll(/\.tga(?=\s*<\/)/gi, '.tga-as-png'),
  )

/** Reduces texture coordinates to two numbers per point, the only size in glTF. */
function flattenUvs(root: Object3D): void {
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return
    const geometry: BufferGeometry = object.geometry
    for (const name of ['uv', 'uv1', 'uv2', 'uv3']) {
      const uvs = geometry.getAttribute(name)
      if (!uvs || uvs.itemSize === 2) continue
      const flat = Float32Array.from({ length: uvs.count * 2 }, (_, at) =>
        at % 2 === 0 ? uvs.getX(at / 2) : uvs.getY((at - 1) / 2),
      )
      geometry.setAttribute(name, new BufferAttribute(flat, 2))
    }
  })
}

/** Removes references to materials, cameras and other elements that the file does not contain. */
function withoutDangling(text: string, report: ImportReport): string {
  const ids = new Set(Array.from(text.matchAll(/\sid\s*=\s*["']([^"']*)["']/g), ([, id]) => id))
  let count = 0
  // Removes materials first, because they are inside the element of their geometry.
  const tidy = ['instance_material', String.raw`instance_\w+`].reduce(
    (before, name) =>
      before.replaceAll(
        new RegExp(
          `<(${name})\\s[^>]*?\\b(?:url|target)\\s*=\\s*["']#([^"']*)["'][^>]*?(?:/>|>[^]*?</\\1\\s*>)`,
          'g',
        ),
        (element, _, id: string) => {
          if (ids.has(id)) return element
          count++
          return ''
        },
      ),
    text,
  )
  if (count > 0) report.losses.push(`Left out: ${formatPlural(count, 'missing element')}.`)
  return tidy
}

const numberElements =
  'float_array|matrix|translate|rotate|scale|lookat|skew|float|float2|float3|color'

function withDecimalPoints(text: string): string {
  if (!/<float_array[^>]*>\s*-?\d+,\d+\s+-?\d+,\d/.test(text)) return text
  const numbers = new RegExp(`<(${numberElements})(?:\\s[^>]*)?>[^<]*(?=</\\1)`, 'g')
  return text
    .replace(/(<unit\b[^>]*\bmeter=["']\d+),(\d)/, '$1.$2')
    .replaceAll(numbers, (element) => element.replaceAll(/(\d),(\d)/g, '$1.$2'))
}

/** Joins single polygons to one list, because three.js' loader reads only one polygon. */
function withPolygonLists(text: string, report: ImportReport): string {
  let holes = 0
  const tidy = text.replaceAll(
    /<polygons(\s[^>]*)?>([\s\S]*?)<\/polygons\s*>/g,
    (_, attributes = '', content: string) => {
      holes += content.match(/<h(?=[\s>])/g)?.length ?? 0
      const inputs = (content.match(/<input\s[^>]*>/g) ?? []).map(closed).join('')
      const width = getWidth(content)
      const lists = Array.from(content.matchAll(/<p(?:\s[^>]*)?>([^<]*)<\/p>/g), ([, list = '']) =>
        list.trim().split(/\s+/),
      )
      const counts = lists.map(({ length }) => Math.floor(length / width))
      return `<polylist${attributes}>${inputs}<vcount>${counts.join(' ')}</vcount><p>${lists.flat().join(' ')}</p></polylist>`
    },
  )
  if (holes > 0) report.losses.push(`Left out: ${formatPlural(holes, 'hole')} of polygons.`)
  return tidy
}

const getWidth = (element: string): number =>
  Math.max(
    0,
    ...Array.from(element.matchAll(/\soffset="(\d+)"/g), ([, offset]) => Number(offset)),
  ) + 1

const withoutPrefix = (text: string): string => {
  const prefix = /<(\w+):COLLADA(?=[\s>])/.exec(text)?.[1]
  return prefix === undefined ? text : text.replaceAll(new RegExp(`(</?)${prefix}:`, 'g'), '$1')
}

/** Adds the `asset` element, which three.js' loader requires. */
const withAsset = (text: string): string =>
  /<asset[\s>]/.test(text) ? text : text.replace(/<COLLADA(?:\s[^>]*)?>/, '$&<asset></asset>')

/** Converts strips and fans to triangles, because three.js' loader ignores strips and fans. */
const withTriangles = (text: string): string =>
  text.replaceAll(/<(tristrips|trifans)(?:\s[^>]*)?>[\s\S]*?<\/\1\s*>/g, toTriangles)

function toTriangles(element: string): string {
  const isStrip = element.startsWith('<tristrips')
  const start = element.slice(0, element.indexOf('>'))
  const material = /\smaterial="[^"]*"/.exec(start)?.[0] ?? ''
  const width = getWidth(element)
  const corners: string[] = []
  for (const [, list = ''] of element.matchAll(/<p(?:\s[^>]*)?>([^<]*)<\/p>/g)) {
    const numbers = list.trim().split(/\s+/)
    const at = (corner: number) => numbers.slice(corner * width, (corner + 1) * width).join(' ')
    for (let corner = 0; corner + 2 < numbers.length / width; corner++) {
      const isOdd = isStrip && corner % 2 === 1
      corners.push(
        at(isStrip ? corner : 0),
        at(corner + (isOdd ? 2 : 1)),
        at(corner + (isOdd ? 1 : 2)),
      )
    }
  }
  const inputs = (element.match(/<input\s[^>]*>/g) ?? []).map(closed).join('')
  return `<triangles${material} count="${corners.length / 3}">${inputs}<p>${corners.join(' ')}</p></triangles>`
}

const closed = (tag: string): string => (tag.endsWith('/>') ? tag : `${tag.slice(0, -1)}/>`)

function getEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  return /encoding=["'](?:iso-8859|windows-125|latin)/i.test(head) ? 'windows-1252' : 'utf-8'
}
