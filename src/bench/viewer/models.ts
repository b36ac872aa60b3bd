import { Document, WebIO } from '@gltf-transform/core'
import sharp from 'sharp'

const textureSide = 2048

/** Creates a sphere with bumps and a JPEG texture of 2048 pixels, similar to a generated model. */
export async function makeBall(triangles: number, seed = 1): Promise<Uint8Array> {
  // Each cell has two triangles, and there are twice as many columns as rows.
  const rows = Math.max(4, Math.round(Math.sqrt(triangles / 4)))
  const columns = rows * 2
  const positions = new Float32Array((rows + 1) * (columns + 1) * 3)
  const normals = new Float32Array(positions.length)
  const uvs = new Float32Array((rows + 1) * (columns + 1) * 2)
  const indices = new Uint32Array(rows * columns * 6)
  for (let row = 0, point = 0, at = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++, point++) {
      const polar = (row / rows) * Math.PI
      const turn = (column / columns) * 2 * Math.PI
      const radius = 0.5 + 0.03 * Math.sin(9 * polar + seed) * Math.sin(11 * turn)
      const direction = [
        Math.sin(polar) * Math.cos(turn),
        Math.cos(polar),
        Math.sin(polar) * Math.sin(turn),
      ]
      normals.set(direction, point * 3)
      positions.set(
        direction.map((value) => value * radius),
        point * 3,
      )
      uvs.set([column / columns, row / rows], point * 2)
      if (row === rows || column === columns) continue
      const below = point + columns + 1
      indices.set([point, point + 1, below, point + 1, below + 1, below], at)
      at += 6
    }
  }
  const document = new Document()
  const buffer = document.createBuffer()
  const list = (
    type: 'SCALAR' | 'VEC2' | 'VEC3',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  const texture = document
    .createTexture()
    .setImage(await makePicture(seed))
    .setMimeType('image/jpeg')
  const material = document
    .createMaterial()
    .setBaseColorTexture(texture)
    .setMetallicFactor(0)
    .setRoughnessFactor(0.7)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', list('VEC3', positions))
    .setAttribute('NORMAL', list('VEC3', normals))
    .setAttribute('TEXCOORD_0', list('VEC2', uvs))
    .setIndices(list('SCALAR', indices))
    .setMaterial(material)
  document
    .createScene()
    .addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)))
  return new WebIO().writeBinary(document)
}

async function makePicture(seed: number): Promise<Uint8Array> {
  const noise = {
    create: {
      width: textureSide,
      height: textureSide,
      channels: 3 as const,
      background: { r: 150 + seed * 7, g: 120, b: 90 },
      noise: { type: 'gaussian' as const, mean: 140, sigma: 18 },
    },
  }
  return new Uint8Array(await sharp(noise).jpeg({ quality: 82 }).toBuffer())
}
