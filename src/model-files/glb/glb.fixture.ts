import { Document, WebIO } from '@gltf-transform/core'

type GlbOptions = {
  /** Number of cells along each edge of the square. Each cell has two triangles. */
  cells?: number
  size?: number
  color?: [red: number, green: number, blue: number]
  png?: Uint8Array
  nodes?: number
}

/** Returns a small GLB: an upright square that faces +z, centred at the origin. */
export async function makeGlb({
  cells = 1,
  size = 1,
  color = [1, 0, 0],
  png,
  nodes = 1,
}: GlbOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document()
  const buffer = document.createBuffer()
  const positions: number[] = []
  const uvs: number[] = []
  const indices: number[] = []
  for (let y = 0; y <= cells; y++) {
    for (let x = 0; x <= cells; x++) {
      positions.push((x / cells - 0.5) * size, (y / cells - 0.5) * size, 0)
      uvs.push(x / cells, 1 - y / cells)
      if (x === cells || y === cells) continue
      const corner = y * (cells + 1) + x
      const above = corner + cells + 1
      indices.push(corner, corner + 1, above + 1, corner, above + 1, above)
    }
  }
  const material = document
    .createMaterial()
    .setBaseColorFactor([...color, 1])
    .setMetallicFactor(0)
  if (png) {
    const texture = document.createTexture().setImage(png).setMimeType('image/png')
    material.setBaseColorTexture(texture)
  }
  const accessor = (
    type: 'SCALAR' | 'VEC2' | 'VEC3',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', new Float32Array(positions)))
    .setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array(uvs)))
    .setIndices(accessor('SCALAR', new Uint32Array(indices)))
    .setMaterial(material)
  const mesh = document.createMesh().addPrimitive(primitive)
  const scene = document.createScene()
  for (let count = 0; count < nodes; count++) {
    scene.addChild(document.createNode().setMesh(mesh))
  }
  return new WebIO().writeBinary(document)
}
