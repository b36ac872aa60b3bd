import type { Accessor } from '@gltf-transform/core'

export function readAccessor(accessor: Accessor, width: 2 | 3 | 4): Float32Array {
  const count = accessor.getCount()
  const numbers = new Float32Array(count * width)
  const entry: number[] = []
  for (let index = 0; index < count; index++) {
    accessor.getElement(index, entry)
    for (let part = 0; part < width; part++) numbers[index * width + part] = entry[part] ?? 0
  }
  return numbers
}
