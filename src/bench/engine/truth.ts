import Module from 'manifold-3d'
import { TeapotGeometry } from 'three/examples/jsm/geometries/TeapotGeometry.js'
import { makeCamel, makeDog, makeFigure, makeTeddy } from './truth-creatures.ts'
import { makeShapes, type Painted } from './truth-shapes.ts'
import {
  makeBottle,
  makeCar,
  makeChair,
  makeCup,
  makeHouse,
  makeLamp,
  makeMushroom,
  makeParcel,
  makeRing,
  makeRocket,
  makeStar,
} from './truth-things.ts'

export type TruthPart = {
  readonly positions: Float32Array
  readonly indices: Uint32Array
  readonly colour: readonly [number, number, number]
}

/** A model of known shape. The y axis points up, and the z axis to the viewer. */
export type Truth = {
  readonly name: string
  readonly parts: readonly TruthPart[]
  /**
   * Angles of the camera in degrees. Without these angles, the camera looks straight at the front.
   */
  readonly yaw?: number
  readonly pitch?: number
  readonly isDrawing?: boolean
}

/** Creates the models with which the engine is measured. */
export async function makeTruths(): Promise<Truth[]> {
  const library = await Module()
  library.setup()
  const shapes = makeShapes(library)
  const cup = makeCup(shapes)
  const car = makeCar(shapes)
  const models: Record<string, Painted[]> = {
    house: makeHouse(shapes),
    cup,
    'car from the side': car,
    'dog from the side': makeDog(shapes),
    'camel from the side': makeCamel(shapes),
    bottle: makeBottle(shapes),
    star: makeStar(shapes),
    ring: makeRing(shapes),
    chair: makeChair(shapes),
    teddy: makeTeddy(shapes),
    'figure with arms': makeFigure(shapes),
    'rocket with fins': makeRocket(shapes),
    mushroom: makeMushroom(shapes),
    parcel: makeParcel(shapes),
    'table lamp': makeLamp(shapes),
  }
  const truths = Object.entries(models).map(([name, painted]) => ({
    name,
    parts: paint(painted),
    isDrawing: name === 'star',
  }))
  return [
    ...truths,
    { name: 'teapot', parts: [teapot()] },
    { name: 'cup from above', parts: paint(cup), pitch: 25 },
    { name: 'car half from ahead', parts: paint(car), yaw: 40, pitch: 12 },
  ]
}

function paint(painted: readonly Painted[]): TruthPart[] {
  return painted.map(([solid, colour]) => {
    const { vertProperties, triVerts, numProp } = solid.getMesh()
    const positions = new Float32Array((vertProperties.length / numProp) * 3)
    for (let v = 0; v < positions.length / 3; v++) {
      for (let c = 0; c < 3; c++) positions[v * 3 + c] = vertProperties[v * numProp + c] ?? 0
    }
    return { positions, indices: triVerts, colour: linear(colour) }
  })
}

function teapot(): TruthPart {
  const geometry = new TeapotGeometry(1, 8)
  return {
    positions: Float32Array.from(geometry.getAttribute('position').array),
    indices: Uint32Array.from(geometry.index?.array ?? []),
    colour: linear(0xb9c7d0),
  }
}

const linear = (colour: number) =>
  [16, 8, 0].map((shift) => (((colour >> shift) & 255) / 255) ** 2.2) as [number, number, number]
