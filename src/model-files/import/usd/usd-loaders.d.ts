// three.js has no types for these parts of its USD loader.

declare module 'three/addons/loaders/usd/USDCParser.js' {
  type Reader = {
    tell: () => number
    seek: (offset: number) => void
    readUint8: () => number
    readUint32: () => number
    readUint64: () => number
    readInt64: () => number
    readFloat64: () => number
  }
  export class USDCParser {
    buffer: ArrayBuffer
    reader: Reader
    version: { major: number; minor: number }
    tokens: string[]
    strings: number[]
    paths: string[]
    parseData(bytes: ArrayBuffer): unknown
    _readScalarValue(type: number): unknown
    _readInlinedValue(rep: { typeEnum: number; getInlinedValue: () => number }): unknown
    _readArrayValue(rep: { typeEnum: number; isCompressed: boolean }): unknown
  }
}

declare module 'three/addons/loaders/usd/USDComposer.js' {
  import type { BufferGeometry, Group, LoadingManager, Mesh } from 'three'

  export class USDComposer {
    constructor(manager: LoadingManager)
    specsByPath: Record<string, unknown>
    // oxlint-disable-next-line max-params -- three.js' own order
    compose(
      layer: unknown,
      assets: Record<string, unknown>,
      variants: Record<string, string>,
      basePath: string,
    ): Group
    _buildMesh(path: string, spec: unknown): Mesh
    _buildGeometry(
      path: string,
      attributes: Record<string, unknown>,
      isSkinned: boolean,
    ): BufferGeometry
    _getAttributes(path: string): Record<string, unknown>
    _getMaterialPath(path: string, fields: unknown): string | null
    // oxlint-disable-next-line max-params -- three.js' own order
    _triangulateIndicesWithPattern(
      indices: readonly number[],
      counts: readonly number[],
      points: readonly number[],
      holes: unknown,
    ): { indices: number[]; pattern: number[] }
    _buildHoleMap(holes: unknown): unknown
  }
}
