import type { ThreeElement } from '@react-three/fiber'
import { BufferAttribute, BufferGeometry } from 'three'

/**
 * `<positionGeometry args={[positions, colors]} />`, with three numbers per vertex. Other positions
 * make another geometry, because three.js would keep the bounds and the buffers of the old ones.
 */
export class PositionGeometry extends BufferGeometry {
  constructor(positions: Float32Array = new Float32Array(), colors?: Float32Array) {
    super()
    this.setAttribute('position', new BufferAttribute(positions, 3))
    if (colors) this.setAttribute('color', new BufferAttribute(colors, 3))
  }
}

declare module '@react-three/fiber' {
  interface ThreeElements {
    positionGeometry: ThreeElement<typeof PositionGeometry>
  }
}
