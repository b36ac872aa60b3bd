import { Document, type Material, type Primitive, WebIO } from '@gltf-transform/core'
import {
  ALL_EXTENSIONS,
  KHRMaterialsClearcoat,
  KHRMaterialsEmissiveStrength,
  KHRMaterialsIridescence,
  KHRMaterialsSheen,
  KHRMaterialsTransmission,
  KHRMaterialsUnlit,
  KHRMaterialsVolume,
  KHRTextureTransform,
} from '@gltf-transform/extensions'
import type { MadeSplat } from '#model-files/splats/splats.fixture.ts'
import { splatRows } from '#model-files/splats/splats.fixture.ts'
import { importFiles } from '#model-files/import/import-files.ts'
import { t } from '#languages/viewer.ts'
import {
  createSampleBall,
  type SampleShape,
  createSampleSquare,
  createSampleTube,
} from './shapes.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Small models based on Khronos' sample models, one for each feature that viewers often get wrong.
 */
export const sampleModels: Readonly<Record<string, () => Promise<Bytes>>> = {
  'metal-rough': () =>
    written((scene) => {
      for (let row = 0; row < 5; row++) {
        for (let column = 0; column < 5; column++) {
          const material = scene.document
            .createMaterial()
            .setBaseColorFactor([0.9, 0.45, 0.2, 1])
            .setMetallicFactor(row / 4)
            .setRoughnessFactor(column / 4)
          scene.add(createSampleBall([column, row, 0], 0.46), material)
        }
      }
    }),

  // The left half has a mirrored texture and tangents, the right half no tangents.
  'normal-tangent': () =>
    written(async (scene) => {
      const bumps = await scene.picture(128, bumpsInto)
      const material = () =>
        scene.document
          .createMaterial()
          .setBaseColorFactor([0.5, 0.5, 0.55, 1])
          .setRoughnessFactor(0.35)
          .setMetallicFactor(0)
          .setNormalTexture(bumps)
      const left = createSampleSquare([-0.55, 0, 0], 1)
      left.uvs = left.uvs.map((value, at) => (at % 2 === 0 ? 1 - value : value))
      const primitive = scene.add(left, material())
      const tangents = left.positions
        .slice(0, 12)
        .flatMap((_, at) => (at % 3 ? [] : [-1, 0, 0, -1]))
      primitive.setAttribute('TANGENT', scene.list('VEC4', tangents))
      scene.add(createSampleSquare([0.55, 0, 0], 1), material())
    }),

  'alpha-modes': () =>
    written(async (scene) => {
      const stripes = await scene.picture(64, stripesInto)
      const fading = await scene.picture(64, fadingInto)
      const plain = () => scene.document.createMaterial().setMetallicFactor(0).setRoughnessFactor(1)
      scene.add(createSampleSquare([1, 0, -0.5], 4.4), plain().setBaseColorTexture(stripes))
      const modes = [
        plain().setAlphaMode('OPAQUE'),
        plain().setAlphaMode('BLEND'),
        plain().setAlphaMode('MASK').setAlphaCutoff(0.25),
        plain().setAlphaMode('MASK').setAlphaCutoff(0.75),
      ]
      modes.forEach((material, at) => {
        const [x, y] = [at % 2 ? 2 : 0, at < 2 ? 1 : -1]
        scene.add(createSampleSquare([x, y, 0], 1.8), material.setBaseColorTexture(fading))
      })
    }),

  'texture-transform': () =>
    written(async (scene) => {
      const arrow = await scene.picture(64, arrowInto)
      const extension = scene.document.createExtension(KHRTextureTransform)
      const transforms = [
        {},
        { offset: [0.25, 0] as const },
        { rotation: Math.PI / 4 },
        { scale: [2, 2] as const, rotation: -Math.PI / 2, offset: [0, 1] as const },
      ]
      transforms.forEach((transform, at) => {
        const material = scene.document
          .createMaterial()
          .setMetallicFactor(0)
          .setRoughnessFactor(1)
          .setBaseColorTexture(arrow)
        const made = extension.createTransform()
        if (transform.offset) made.setOffset([...transform.offset])
        if (transform.rotation) made.setRotation(transform.rotation)
        if (transform.scale) made.setScale([...transform.scale])
        material.getBaseColorTextureInfo()?.setExtension('KHR_texture_transform', made)
        scene.add(createSampleSquare([(at % 2) * 1.1, at < 2 ? 1.1 : 0, 0], 1), material)
      })
    }),

  // Vertex colours are floats on the left and bytes on the right. Both halves must look the same.
  'vertex-colours': () =>
    written((scene) => {
      const material = scene.document.createMaterial().setMetallicFactor(0).setRoughnessFactor(1)
      for (const x of [-0.55, 0.55]) {
        const shape = createSampleSquare([x, 0, 0], 1, 4)
        const primitive = scene.add(shape, material)
        const colors = shape.uvs.flatMap((value, at) =>
          at % 2 === 0 ? [value, 1 - value, shape.uvs[at + 1] ?? 0, 1] : [],
        )
        primitive.setAttribute(
          'COLOR_0',
          x < 0
            ? scene.list('VEC4', colors)
            : scene
                .bytes(
                  'VEC4',
                  colors.map((value) => Math.round(value * 255)),
                )
                .setNormalized(true),
        )
      }
    }),

  morph: () =>
    written((scene) => {
      const shape = createSampleBall([0, 0, 0], 1, 48)
      const primitive = scene.add(shape, scene.plain([0.35, 0.55, 0.8]))
      const spikes = shape.positions.map((value, at) => {
        const height = shape.positions[at - (at % 3) + 1] ?? 0
        return value * 0.7 * Math.max(0, Math.sin(height * 9))
      })
      const zeros = shape.normals.map(() => 0)
      const target = scene.document
        .createPrimitiveTarget()
        .setAttribute('POSITION', scene.list('VEC3', spikes))
        .setAttribute('NORMAL', scene.list('VEC3', zeros))
      primitive.addTarget(target)
      scene.lastNode().getMesh()?.setWeights([0.6])
    }),

  skin: () =>
    written((scene) => {
      const { document } = scene
      const shape = createSampleTube(0.3, 2)
      const primitive = scene.add(shape, scene.plain([0.75, 0.5, 0.4]))
      const fractions = shape.positions.flatMap((value, at) =>
        at % 3 === 1 ? [Math.min(1, Math.max(0, (value - 0.7) / 0.6))] : [],
      )
      primitive.setAttribute(
        'JOINTS_0',
        scene.bytes(
          'VEC4',
          fractions.flatMap(() => [0, 1, 0, 0]),
        ),
      )
      primitive.setAttribute(
        'WEIGHTS_0',
        scene.list(
          'VEC4',
          fractions.flatMap((fraction) => [1 - fraction, fraction, 0, 0]),
        ),
      )
      const upper = document
        .createNode()
        .setTranslation([0, 1, 0])
        .setRotation([0, 0, Math.sin(Math.PI / 6), Math.cos(Math.PI / 6)])
      const lower = document.createNode().addChild(upper)
      const inverse = [0, -1].flatMap((y) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1])
      const skin = document
        .createSkin()
        .addJoint(lower)
        .addJoint(upper)
        .setInverseBindMatrices(scene.list('MAT4', inverse))
      document.getRoot().listScenes()[0]?.addChild(lower)
      scene.lastNode().setSkin(skin)
    }),

  // Clear coat, glass in front of stripes, velvet and iridescence, then an unlit and an emissive
  // material.
  materials: () =>
    written(async (scene) => {
      const { document } = scene
      const stripes = await scene.picture(64, stripesInto)
      const plain = (red: number, green: number, blue: number) => scene.plain([red, green, blue])
      const coat = document.createExtension(KHRMaterialsClearcoat).createClearcoat()
      const glass = document.createExtension(KHRMaterialsTransmission).createTransmission()
      const volume = document.createExtension(KHRMaterialsVolume).createVolume()
      const sheen = document.createExtension(KHRMaterialsSheen).createSheen()
      const soap = document.createExtension(KHRMaterialsIridescence).createIridescence()
      const unlit = document.createExtension(KHRMaterialsUnlit).createUnlit()
      const glow = document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength()
      const made: Material[] = [
        plain(0.5, 0.05, 0.05).setExtension(
          'KHR_materials_clearcoat',
          coat.setClearcoatFactor(1).setClearcoatRoughnessFactor(0.05),
        ),
        plain(1, 1, 1)
          .setRoughnessFactor(0.05)
          .setExtension('KHR_materials_transmission', glass.setTransmissionFactor(1))
          .setExtension(
            'KHR_materials_volume',
            volume
              .setThicknessFactor(0.6)
              .setAttenuationColor([0.4, 0.8, 1])
              .setAttenuationDistance(1),
          ),
        plain(0.1, 0.02, 0.2).setExtension(
          'KHR_materials_sheen',
          sheen.setSheenColorFactor([0.8, 0.5, 1]).setSheenRoughnessFactor(0.4),
        ),
        plain(0.3, 0.3, 0.3)
          .setMetallicFactor(1)
          .setRoughnessFactor(0.1)
          .setExtension(
            'KHR_materials_iridescence',
            soap.setIridescenceFactor(1).setIridescenceThicknessMaximum(420),
          ),
        plain(0.1, 0.7, 0.3).setExtension('KHR_materials_unlit', unlit),
        plain(0, 0, 0)
          .setEmissiveFactor([1, 0.4, 0.1])
          .setExtension('KHR_materials_emissive_strength', glow.setEmissiveStrength(2)),
      ]
      made.forEach((material, at) => {
        scene.add(createSampleBall([(at % 3) * 1.1, at < 3 ? 1.1 : 0, 0], 0.5, 32), material)
      })
      scene.add(
        createSampleSquare([1.1, 0.55, -0.8], 3.4),
        plain(1, 1, 1).setBaseColorTexture(stripes),
      )
    }),

  splats: async () => {
    const splats: MadeSplat[] = []
    for (let at = 0; at < 600; at++) {
      const turn = at * 2.399963
      const height = 1 - (2 * at + 1) / 600
      const round = Math.sqrt(1 - height * height)
      const half = Math.atan2(round, height) / 2
      splats.push({
        at: [Math.cos(turn) * round, height, Math.sin(turn) * round],
        scale: [0.09, 0.012, 0.03],
        color: [0.5 + height / 2, 0.4, 0.5 - height / 2],
        opacity: 0.9,
        turn: [
          Math.sin(turn) * Math.sin(half),
          0,
          -Math.cos(turn) * Math.sin(half),
          Math.cos(half),
        ],
      })
    }
    return (await importFiles([{ name: 'ball.splat', bytes: splatRows(splats) }])).glb
  },
}

type Painter = (context: OffscreenCanvasRenderingContext2D, side: number) => void

async function written(fill: (scene: SampleScene) => void | Promise<void>): Promise<Bytes> {
  const scene = new SampleScene()
  await fill(scene)
  return new WebIO().registerExtensions(ALL_EXTENSIONS).writeBinary(scene.document)
}

class SampleScene {
  readonly document = new Document()
  readonly #buffer = this.document.createBuffer()
  readonly #scene = this.document.createScene()

  list(type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4', values: readonly number[]) {
    const array = new Float32Array(values)
    return this.document.createAccessor().setType(type).setArray(array).setBuffer(this.#buffer)
  }

  bytes(type: 'VEC4', values: readonly number[]) {
    const array = new Uint8Array(values)
    return this.document.createAccessor().setType(type).setArray(array).setBuffer(this.#buffer)
  }

  plain([red, green, blue]: readonly [number, number, number]): Material {
    return this.document
      .createMaterial()
      .setBaseColorFactor([red, green, blue, 1])
      .setMetallicFactor(0)
      .setRoughnessFactor(0.5)
  }

  add({ positions, normals, uvs, indices }: SampleShape, material: Material): Primitive {
    const primitive = this.document
      .createPrimitive()
      .setAttribute('POSITION', this.list('VEC3', positions))
      .setAttribute('NORMAL', this.list('VEC3', normals))
      .setAttribute('TEXCOORD_0', this.list('VEC2', uvs))
      .setIndices(
        this.document
          .createAccessor()
          .setType('SCALAR')
          .setArray(new Uint16Array(indices))
          .setBuffer(this.#buffer),
      )
      .setMaterial(material)
    const mesh = this.document.createMesh().addPrimitive(primitive)
    this.#scene.addChild(this.document.createNode().setMesh(mesh))
    return primitive
  }

  lastNode() {
    const node = this.document
      .getRoot()
      .listNodes()
      .findLast((one) => one.getMesh())
    if (!node) throw new Error(t('There is no part yet.'))
    return node
  }

  async picture(side: number, paint: Painter) {
    const canvas = new OffscreenCanvas(side, side)
    const context = canvas.getContext('2d')
    if (!context) throw new Error(t('There is no canvas.'))
    paint(context, side)
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
    return this.document.createTexture().setImage(bytes).setMimeType('image/png')
  }
}

const stripesInto: Painter = (context, side) => {
  for (let at = 0; at < 8; at++) {
    context.fillStyle = at % 2 ? '#f0d060' : '#305080'
    context.fillRect((at * side) / 8, 0, side / 8, side)
  }
}

const fadingInto: Painter = (context, side) => {
  const gradient = context.createLinearGradient(0, 0, side, 0)
  gradient.addColorStop(0, 'rgb(200 40 40 / 0)')
  gradient.addColorStop(1, 'rgb(200 40 40)')
  context.fillStyle = gradient
  context.fillRect(0, 0, side, side)
}

const arrowInto: Painter = (context, side) => {
  context.fillStyle = '#dddddd'
  context.fillRect(0, 0, side, side)
  context.fillStyle = '#c03020'
  context.beginPath()
  context.moveTo(side * 0.5, side * 0.1)
  context.lineTo(side * 0.8, side * 0.5)
  context.lineTo(side * 0.2, side * 0.5)
  context.fill()
  context.fillStyle = '#2060a0'
  context.fillRect(side * 0.4, side * 0.5, side * 0.2, side * 0.4)
}

const bumpsInto: Painter = (context, side) => {
  const image = context.createImageData(side, side)
  const cell = side / 3
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const across = (((x + 0.5) % cell) / cell) * 2 - 1
      const down = (((y + 0.5) % cell) / cell) * 2 - 1
      const away = across * across + down * down
      const isBump = away < 0.7
      const out = isBump ? Math.sqrt(1 - away) : 1
      const place = (y * side + x) * 4
      image.data[place] = 127.5 + 127.5 * (isBump ? across : 0)
      image.data[place + 1] = 127.5 - 127.5 * (isBump ? down : 0)
      image.data[place + 2] = 127.5 + 127.5 * out
      image.data[place + 3] = 255
    }
  }
  context.putImageData(image, 0, 0)
}
